// htm bound to Preact, and Preact's hooks: what every view imports.
export { html } from '../worker/html.js';
export { createContext, Fragment, render } from 'preact';
export {
	useCallback,
	useContext,
	useEffect,
	useId,
	useLayoutEffect,
	useMemo,
	useReducer,
	useRef,
	useState,
} from 'preact/hooks';
