// The dashboard's drawings, besides those of the worker's page.
import { drawn } from '../shared/icons.js';

export { Check, Clock, Cross, Half, Hourglass, Left, Moon, Right, Robot, Sun, Trophy } from '../shared/icons.js';

export const Gauge = drawn('M4 18a9 9 0 1 1 16 0', 'M12 14l4-5', 'M12 15a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z');
export const People = drawn(
	'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
	'M2.5 20a6.5 6.5 0 0 1 13 0',
	'M15.5 4.4a3.5 3.5 0 0 1 0 6.2M18 14.2a6.5 6.5 0 0 1 3.5 5.8',
);
export const Eye = drawn(
	'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z',
	'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
);
export const Scales = drawn('M12 4v16M7.5 20h9M5 7h14', 'M5 7l-3 6.5a3 3 0 0 0 6 0zM19 7l-3 6.5a3 3 0 0 0 6 0z');
export const Door = drawn('M6 21V4.5A1.5 1.5 0 0 1 7.5 3h9A1.5 1.5 0 0 1 18 4.5V21M3.5 21h17M14.5 12v.6');
export const Ban = drawn('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M5.7 5.7l12.6 12.6');
export const Search = drawn('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z', 'M15.5 15.5L20.5 20.5');
export const Stack = drawn('M12 3l9 4.5-9 4.5-9-4.5z', 'M3 12l9 4.5 9-4.5M3 16.5L12 21l9-4.5');
export const Ballot = drawn('M4 12v8h16v-8', 'M7.5 12V4h9v8M2.5 12h19', 'M9.8 8l1.6 1.6L14.4 6.6');
export const Box = drawn('M12 3l8.5 4.5v9L12 21l-8.5-4.5v-9z', 'M3.5 7.5L12 12l8.5-4.5M12 12v9M7.8 5.2l8.5 4.5');
export const Download = drawn('M12 4v11M7 10.5l5 5 5-5', 'M4 20h16');
export const Bars = drawn('M4 20h16M7 20v-7M12 20V5M17 20v-11');
export const Sliders = drawn(
	'M4 7h9M17 7h3M4 17h3M11 17h9',
	'M15 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM9 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
);
export const List = drawn('M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01');
export const Chip = drawn(
	'M8 5h8a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z',
	'M9.5 9.5h5v5h-5z',
	'M9 2v3M15 2v3M9 19v3M15 19v3M2 9h3M2 15h3M19 9h3M19 15h3',
);
export const Person = drawn('M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z', 'M4.5 20.5a7.5 7.5 0 0 1 15 0');
export const Grid = drawn('M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z');
export const Key = drawn(
	'M14.5 14a5 5 0 1 0-4.7-3.3L3 17.5V21h3.5v-2.5H9V16l1.8-1.8A5 5 0 0 0 14.5 14z',
	'M16 8h.01',
);
export const Out = drawn(
	'M14 4H6.5A1.5 1.5 0 0 0 5 5.5v13A1.5 1.5 0 0 0 6.5 20H14',
	'M10 12h11M17.5 8.5L21 12l-3.5 3.5',
);
export const Menu = drawn('M4 7h16M4 12h16M4 17h16');
export const Plus = drawn('M12 5v14M5 12h14');
export const Up = drawn('M12 19V5M6 11l6-6 6 6');
export const Down = drawn('M12 5v14M6 13l6 6 6-6');
export const Alert = drawn('M12 4L2.5 20h19z', 'M12 10v4.5M12 17.3v.1');
export const Info = drawn('M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z', 'M12 11v5.5M12 7.6v.1');
export const Copy = drawn('M9 8.5h9.5V20H9z', 'M6 15.5H4.5V4H14v1.5');
export const Note = drawn('M5 4h14v11l-5 5H5z', 'M19 15h-5v5M8.5 8.5h7M8.5 12h5');
export const Keyboard = drawn('M3 6.5h18v11H3z', 'M7 10h.01M10.5 10h.01M14 10h.01M17 10h.01M7.5 14h9');
export const Pause = drawn('M8.5 5v14M15.5 5v14');
export const Play = drawn('M7 4.5l12 7.5-12 7.5z');
