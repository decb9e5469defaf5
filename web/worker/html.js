// htm bound to Preact: what every view imports.
import { h } from 'preact';
import htm from 'htm';

export const html = htm.bind(h);
