// What is played: passages, and for each what its authors ask. A question is [question, answer, what the model answers]:
// a string of the passage, or a behaviour of the stub (a fault, an answer that is empty or lies beside its place).
// Letters of every width stand before the answers, so that a wrong unit of counting shows.
const FAULT = { status: 500 };
const EMPTY = { text: '', start: 0, end: 0 };
const BESIDE = { text: 'mill', start: 0, end: 4 };

export const PASSAGES = {
	quay: { title: 'Quay', split: 'train', text: 'The quay at Brannock was rebuilt in 1911 after the storm. Its stones came from Ardle, and its crane from Hull.',
		asks: [['When was the quay rebuilt?', '1911', 'Ardle'], ['After what?', 'the storm', 'storm'], ['Where did the lifting gear come from?', 'Hull', 'Ardle'], ['Whence the stones?', 'Ardle', 'Ardle, and its crane']] },
	cafe: { title: 'Cafe\u0301 Ljubljanica 🏙️', split: 'train', text: 'Cafe\u0301 Ljubljanica 🏙️ opened beside the river in 1932. Its owner, Zoë Kranjčar 👩🏽‍🚀, baked 40 loaves a day; in 1950 the bakery moved to Šiška.',
		asks: [['And the year of the move?', '1950', FAULT], ['Who was the owner?', 'Zoë Kranjčar', 'owner, Zoë Kranjčar'], ['Who put forty on the table?', 'Zoë Kranjčar', '40 loaves'], ['Where did it go — “afterwards”?', 'Šiška', 'the river'], ['What opened 🥐?', 'Cafe\u0301 Ljubljanica', '1950']] },
	tea: { title: '茶馆', split: 'dev', text: '老茶馆 was founded in 1898 by 王利发 (Wang Lifa) in Beijing. Its signboard read 莫谈国事, “do not discuss affairs of state”.',
		asks: [['Who was the founder?', '王利发', '老茶馆'], ['What did the board say?', '莫谈国事', '1898'], ['In which town?', 'Beijing', 'Beijing'], ['When did it begin?', '1898', '王利发']] },
	bees: { title: 'Beekeeping', split: 'dev', text: 'In 1851 Lorenzo Langstroth noticed that bees leave a gap of nine millimetres. The movable frame that he built on it, the frame of all frames, changed the trade.',
		asks: [['Who saw it?', 'Lorenzo Langstroth', 'bees'], ['How much is left free?', 'nine millimetres', 'a gap'], ['What did he build?', 'movable frame', 'gap'], ['What changed in the end?', 'the trade', 'trade']] },
	quinoa: { title: 'Quinoa', split: 'test', text: 'Quinoa grows between sea level and four thousand metres. Farmers around Lake Titicaca harvest it in April 🌾, and wash it to remove the saponins.',
		asks: [['Who brings it in?', 'Farmers', 'Quinoa'], ['In which month?', 'April', 'Farmers'], ['Up to where?', 'four thousand metres', 'sea level']] },
	harbour: { title: 'Harbour', split: 'train', text: 'The harbour of Port Ellery freezes from December to March. Three icebreakers, the largest of them the Njord, keep a channel open for grain ships.',
		asks: [['Which one is the largest?', 'Njord', 'Three'], ['What do the ships carry?', 'grain', 'channel']] },
	glass: { title: 'Glass', split: 'train', text: 'Glass is an amorphous solid. Obsidian, a natural glass, was traded across Anatolia nine thousand years ago.',
		asks: [['Where was it traded?', 'Anatolia', 'Obsidian'], ['What is obsidian?', 'natural glass', 'traded'], ['How long ago?', 'nine thousand years', 'Anatolia']] },
	ferry: { title: 'Ferry', split: 'train', text: 'The ferry to Lonna sails twice a day in summer. Captain Reyes has steered it since 1998.',
		asks: [['Who steers?', 'Captain Reyes', 'Lonna'], ['How often in summer?', 'twice a day', '1998']] },
	clock: { title: 'Clock', split: 'train', text: 'שלום is written above the clock of Vestry Lane; its hands run backwards, as its maker Ola Brandt wished in 1770.',
		asks: [['Who made it?', 'Ola Brandt', 'Vestry Lane'], ['What is written there?', 'שלום', '1770']] },
	sloppy: { title: 'Sloppy "work", with commas', split: 'train', text: 'Sloppy work was handed in by somebody on a Monday, three times over, in the back room.',
		asks: [['When?', 'Monday', 'Sloppy work'], ['How often?', 'three times', 'Monday'], ['In which room?', 'back room', 'Monday']] },
	mill: { title: 'Mills', split: 'train', text: 'First paragraph of two: the north mill.\n\nThe second one tells of the south mill, which ground rye.\n \nA third has the east mill.',
		asks: [['Which one ground rye?', 'the south mill', 'north'], ['Which comes last?', 'east mill', BESIDE], ['Which comes first?', 'north mill', 'south']] },
	lamp: { title: 'Lamp', split: 'train', text: 'Some leave before the end. The lamp in the hall burns until ten.',
		asks: [['Until when does it burn?', 'ten', 'Some'], ['Where is it?', 'hall', 'ten']] },
	ridge: { title: 'Ridge', split: 'train', text: 'On the ridge above Tamsel stand seven larches, planted by the forester Inge Moll when her daughter was born.',
		asks: [['Who planted them?', 'Inge Moll', 'Tamsel'], ['How many trees?', 'seven', 'larches']] },
	weir: { title: 'Weir', split: 'dev', text: 'The weir at Halm was closed in 1963. Salmon came back in 1971, and with them the otters.',
		asks: [['What came with the fish?', 'otters', 'Halm'], ['When was it shut?', '1963', '1971']] },
	kiln: { title: 'Kiln', split: 'test', text: 'The kiln of Orrin fired bricks for four days at a time; Marta Voss kept its fire for thirty winters.',
		asks: [['How long was a firing?', 'four days', FAULT], ['Who kept the fire?', 'Marta Voss', 'Orrin'], ['For how many winters?', 'thirty', 'four']] },
	tide: { title: 'Tide', split: 'train', text: 'Low tide bares the causeway to Senn for three hours. The post goes over it by cart.',
		asks: [['How does the post go?', 'by cart', EMPTY], ['For how long?', 'three hours', 'Senn'], ['What is bared?', 'causeway', 'post']] },
	orchard: { title: 'Orchard', split: 'dev', text: 'The orchard of Ness has ninety pear trees and one quince. The quince was a gift of the bishop of Tarn in 1802.',
		asks: [['Where is it all?', 'Ness', 'Ness'], ['How many of the others?', 'ninety', EMPTY], ['Who gave it?', 'bishop of Tarn', 'ninety'], ['What was the gift?', 'quince', 'pear']],
		more: [['When was it given?', '1802', 'bishop'], ['Which fruit are most?', 'pear', 'quince']] },
	tower: { title: 'Tower', split: 'test', text: 'The tower of Ulm Gate leans by two degrees; a mason called Perrin said in 1604 that it would stand “until the bells are sold”.',
		asks: [['By how much?', 'two degrees', 'Perrin'], ['Who spoke of it?', 'Perrin', 'a mason called Perrin']],
		more: [['Until when?', 'until the bells are sold', '1604'], ['What was he?', 'mason', 'bells']] },
	moor: { title: 'Moor', split: 'train', text: 'Peat was cut on the moor of Dell until 1980. Cranes rest there in October, forty thousand of them in a good year.',
		asks: [['Which birds rest there?', 'Cranes', 'Peat'], ['When was the last peat cut?', '1980', 'October']] },
	well: { title: 'Well', split: 'train', text: 'The well of Saint Odo is sixty metres deep. A donkey turned its wheel until 1934, and a motor does since.',
		asks: [['Who did the turning?', 'donkey', 'motor'], ['How deep?', 'sixty metres', 'Saint Odo']] },
	bell: { title: 'Bell', split: 'train', text: 'The bell of Arno cracked in the frost of 1709. It was cast again, smaller, by the brothers Lund.',
		asks: [['Who cast it again?', 'brothers Lund', 'frost'], ['When did it crack?', '1709', 'Arno']] },
	inn: { title: 'Inn', split: 'train', text: 'At the inn of Kell a bed cost two pence, and a horse ate for one.',
		asks: [['What did a bed cost?', 'two pence', 'one'], ['Who ate for one?', 'horse', 'inn']] },
};

// What a model that knows the script answers.
export function answersOf() {
	const known = new Map();
	for (const { asks, more = [] } of Object.values(PASSAGES))
		for (const [question, , answer] of [...asks, ...more]) known.set(question, typeof answer === 'string' ? { text: answer } : answer);
	return ({ question }) => known.get(question) ?? {};
}
