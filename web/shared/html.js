// htm bound to Preact, and Preact's hooks: what every view imports.
import htm from 'htm';
import { h } from 'preact';
import * as hooks from 'preact/hooks';

export { createContext, Fragment, render } from 'preact';
export {
	useCallback,
	useContext,
	useEffect,
	useId,
	useLayoutEffect,
	useMemo,
	useReducer,
} from 'preact/hooks';

export const html = htm.bind(h);

/** What a ref holds is known where it is used: an element, a timer, a chart.
 * @type {(first?: any) => { current: any }} */
export const useRef = hooks.useRef;

/** A state that begins with null becomes something else later.
 * @type {{
 *   (first: null): [any, (next: any) => void],
 *   <S>(first: S | (() => S)): [S, (next: S | ((before: S) => S)) => void],
 * }} */
export const useState = hooks.useState;
