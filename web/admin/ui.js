// Everything that pages are built of.
export { Loaded, Page, Card, Stat, Stats, Facts, Empty, Loading, ErrorBox, Notice, Trouble } from './ui/page.js';
export {
	Button,
	IconButton,
	ButtonLink,
	Badge,
	Standing,
	Rate,
	When,
	Money,
	Tabs,
	Bar,
	Worker,
	Copyable,
	Tag,
} from './ui/bits.js';
export { Field, Input, TextArea, Select, Check, Search } from './ui/form.js';
export { Table, Pager, More } from './ui/table.js';
export { Dialog, confirm, toast, Overlays } from './ui/overlay.js';
