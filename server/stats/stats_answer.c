/* What kind of thing an answer is, by its form: Figure 8. Rules of our own, tried in order; the first that fits
 * decides. They look at the words of the answer, at their first letters and at what the question asks for, and know a
 * few lists of words. That is no parser: some answers are put in the wrong class, in every dataset alike, so the
 * classes serve to compare datasets. stats_definitions says the rules in words, and every output carries the lists. */
#include <stdlib.h>
#include <string.h>

#include "stats_impl.h"

const char *const stats_answer_name[STATS_ANSWERS] = {
    [STATS_DATE] = "date",
    [STATS_NUMERIC] = "other_numeric",
    [STATS_PERSON] = "person",
    [STATS_PLACE] = "place",
    [STATS_NAME] = "other_name",
    [STATS_NOUN_PHRASE] = "noun_phrase",
    [STATS_ADJECTIVE_PHRASE] = "adjective_phrase",
    [STATS_VERB_PHRASE] = "verb_phrase",
    [STATS_CLAUSE] = "clause",
    [STATS_ANSWER_OTHER] = "other",
};

const char *const stats_answer_label[STATS_ANSWERS] = {
    [STATS_DATE] = "date",
    [STATS_NUMERIC] = "other numeric",
    [STATS_PERSON] = "person",
    [STATS_PLACE] = "place",
    [STATS_NAME] = "other proper name",
    [STATS_NOUN_PHRASE] = "common noun phrase",
    [STATS_ADJECTIVE_PHRASE] = "adjective phrase",
    [STATS_VERB_PHRASE] = "verb phrase",
    [STATS_CLAUSE] = "clause",
    [STATS_ANSWER_OTHER] = "other",
};

/* One bit a list, in the order of stats_answer_words. */
enum {
	MONTH = 1 << 0,
	WEEKDAY = 1 << 1,
	ERA = 1 << 2,
	CENTURY = 1 << 3,
	DATE_FILLER = 1 << 4,
	NUMBER = 1 << 5,
	ORDINAL = 1 << 6,
	ABOUT = 1 << 7,
	DETERMINER = 1 << 8,
	PREPOSITION = 1 << 9,
	PARTICLE = 1 << 10,
	HONORIFIC = 1 << 11,
	PLACE = 1 << 12,
	ORGANISATION = 1 << 13,
	SUBORDINATOR = 1 << 14,
	PRONOUN = 1 << 15,
	AUXILIARY = 1 << 16,
	VERB = 1 << 17,
	ADJECTIVE = 1 << 18,
	DEGREE = 1 << 19,
	SUFFIXED_NOUN = 1 << 20,
	YES_NO = 1 << 21,
	MONTH_ALIKE = 1 << 22, /* a month only with a capital letter */
};

const struct stats_words stats_answer_words[] = {
    {"months", "january february march april may june july august september october november december jan feb mar apr "
	       "jun jul aug sep sept oct nov dec"},
    {"weekdays", "monday tuesday wednesday thursday friday saturday sunday"},
    {"eras", "bc bce ad ce am pm"},
    {"centuries", "century centuries"},
    {"date_fillers", "in on at of the from to until till between and or by since before after about around circa c ca "
		     "early mid late beginning end during through a an spring summer autumn fall winter"},
    {"numbers", "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
		"seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds "
		"thousand thousands million millions billion billions trillion dozen dozens half twice"},
    {"ordinals", "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
		 "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"},
    {"approximations", "about over under more less than nearly almost around approximately roughly at least most up to "
		       "only some an a the between from estimated exactly just fewer below above no"},
    {"determiners", "a an the this that these those its their his her our my your some any all both each every no "
		    "several many most few another such"},
    {"prepositions",
     "in on at by for from with without into onto over under through throughout between among against "
     "during before after about above across along around behind below beneath beside beyond near off of "
     "out outside inside since toward towards until upon via within as per like despite"},
    {"particles", "of the and de la le van von der den di da du del des al el bin ibn y e for in on at to a an s"},
    {"honorifics", "mr mrs ms dr sir lord lady king queen prince princess emperor empress pope saint president captain "
		   "colonel professor prof bishop archbishop cardinal duke duchess baron sultan chancellor reverend"},
    {"places",
     "city town village county country state states kingdom republic empire nation island islands isle river lake "
     "mount mountain mountains valley ocean sea bay gulf coast peninsula desert street avenue road forest "
     "province region district borough harbor harbour beach creek hills square castle palace airport station capital "
     "continent place location area neighborhood neighbourhood africa asia europe america australia antarctica "
     "afghanistan argentina austria belgium brazil britain bulgaria california canada chile china colombia cuba "
     "denmark "
     "egypt england ethiopia finland florida france germany greece hungary iceland india indonesia iran iraq ireland "
     "israel italy japan kenya korea london mexico netherlands nigeria norway pakistan paris persia peru philippines "
     "poland portugal romania rome russia scotland singapore spain sweden switzerland syria taiwan texas thailand "
     "turkey "
     "ukraine vietnam wales zealand"},
    {"organisations", "university college school company corporation inc ltd army navy council party government "
		      "parliament congress court committee commission department ministry agency bank church team club "
		      "league association union society institute museum band group board act treaty war battle"},
    {"subordinators", "because that if when since although though while whether how why what where who which unless"},
    {"pronouns", "i you he she it we they there"},
    {"auxiliaries", "is are was were be been has have had do does did will would can could may might must shall should "
		    "isnt arent wasnt werent hasnt havent hadnt dont doesnt didnt wont wouldnt cannot cant couldnt"},
    {"verbs", "become became make made take took give gave get got go went come came keep kept lose lost win won hold "
	      "held lead led send sent build built bring brought find found tell told say said allow allowed avoid "
	      "avoided create created establish established help helped improve improved increase increased maintain "
	      "maintained prevent prevented protect protected provide provided reduce reduced refuse refused remove "
	      "removed replace replaced use used"},
    {"adjectives",
     "big small large great high higher highest low lower lowest long longer short old older new young "
     "younger good bad better best worse worst hot cold warm cool dry wet red blue green yellow black white "
     "brown purple orange pink grey gray rich poor strong stronger weak weaker fast faster slow slower hard "
     "soft easy difficult dark heavy early late free full empty open closed clear cheap expensive safe "
     "complex simple thin thick wide narrow deep shallow male female blind deaf dead alive mixed equal "
     "similar different unknown bright loud quiet tall flat round sharp sweet sour rough smooth true false"},
    {"degrees", "very more most less least too so quite highly rather extremely not and or but"},
    {"nouns_that_look_like_adjectives",
     "animal animals arrival capital cathedral festival funeral general hospital individual journal material metal "
     "mineral portal proposal rival signal survival trial approval removal canal basic music public republic traffic "
     "fabric topic logic magic clinic critic comic epidemic plastic arctic athletic executive representative detective "
     "native motive objective perspective initiative library salary boundary secretary dictionary anniversary january "
     "february military missionary tributary vocabulary table cable vegetable variable british english spanish polish "
     "irish finish parish"},
    {"yes_no", "yes no"},
    {NULL, NULL},
};

struct entry {
	struct text_token word;
	uint32_t lists;
};

enum { LEXICON_SIZE = 4096 };

struct stats_lexicon {
	struct entry table[LEXICON_SIZE];
};

static size_t slot_of(const struct stats_lexicon *lex, struct text_token w)
{
	size_t slot = stats_hash(7, w.p, w.n) % LEXICON_SIZE;

	while (lex->table[slot].word.n > 0 && !words_equal(lex->table[slot].word, w))
		slot = (slot + 1) % LEXICON_SIZE;
	return slot;
}

static void learn(struct stats_lexicon *lex, struct text_token w, uint32_t list)
{
	struct entry *e = &lex->table[slot_of(lex, w)];

	e->word = w;
	e->lists |= list;
}

struct stats_lexicon *stats_lexicon_new(void)
{
	static const char *const month_alike[] = {"march", "may", "mar", "jan", "dec", "sep"};
	struct stats_lexicon *lex = xcalloc(1, sizeof(*lex));

	for (size_t i = 0; stats_answer_words[i].name; i++) {
		const char *p = stats_answer_words[i].words;

		for (size_t n; *p; p += n + (p[n] == ' ')) {
			n = strcspn(p, " ");
			learn(lex, (struct text_token){p, n}, UINT32_C(1) << i);
		}
	}
	for (size_t i = 0; i < ARRAY_LEN(month_alike); i++)
		learn(lex, (struct text_token){month_alike[i], strlen(month_alike[i])}, MONTH_ALIKE);
	return lex;
}

void stats_lexicon_free(struct stats_lexicon **lex)
{
	free(*lex);
	*lex = NULL;
}

/* One word of an answer. */
struct part {
	struct text_token plain; /* lower case, without ASCII punctuation; never empty */
	uint32_t lists;
	bool capital; /* its first character, ASCII punctuation aside, has another lower case */
	bool digit;   /* its first character, ASCII punctuation and signs of currencies aside, is an ASCII digit */
	bool year;
};

enum { PARTS_MAX = 40 };

struct phrase {
	struct part v[PARTS_MAX];
	size_t n;
	struct words plain;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool has_other_lower(const char *p, size_t n)
{
	size_t low_n;
	char *low;
	bool other;

	if (n == 1)
		return *p >= 'A' && *p <= 'Z';
	low = text_lower(p, n, &low_n);
	other = low_n != n || memcmp(low, p, n) != 0;
	free(low);
	return other;
}

/* 1000 to 2099, then nothing, "s", "'s", or a dash and more digits: 1969, 1960s, 1914–18. What is left of the word is
 * ASCII punctuation at most. */
static bool is_year(const char *p, size_t n)
{
	size_t i = 4;
	bool dash = false;

	if (n < 4 || !is_digit(p[1]) || !is_digit(p[2]) || !is_digit(p[3]) || (n > 4 && is_digit(p[4])))
		return false;
	if (!(p[0] == '1' || (p[0] == '2' && p[1] == '0')))
		return false;
	if (i < n && p[i] == '-') {
		dash = true;
		i++;
	} else if (i + 2 < n && (memcmp(p + i, "\xe2\x80\x93", 3) == 0 || memcmp(p + i, "\xe2\x80\x94", 3) == 0)) {
		dash = true;
		i += 3;
	}
	while (dash && i < n && is_digit(p[i]))
		i++;
	if (i + 1 < n && p[i] == '\'' && p[i + 1] == 's')
		i += 2;
	else if (i < n && p[i] == 's')
		i++;
	while (i < n && stats_is_punctuation((unsigned char)p[i]))
		i++;
	return i == n;
}

/* The first character that is no ASCII punctuation tells whether the word is a name. */
static void look(struct part *part, const char *p, size_t n)
{
	size_t i = 0, len = 0;
	uint32_t c = 0;

	for (; i < n; i += len) {
		len = text_decode(p + i, n - i, &c);
		if (!stats_is_punctuation(c))
			break;
	}
	if (i == n)
		return;
	part->capital = has_other_lower(p + i, len);
	if (c == 0xa3 || c == 0xa5 || c == 0x20ac) /* £ ¥ € */
		i += len;
	if (i < n && is_digit(p[i])) {
		part->digit = true;
		part->year = (p[i] == '1' || p[i] == '2') && is_year(p + i, n - i);
	}
}

static void add_part(struct phrase *ph, const struct stats_lexicon *lex, const char *p, size_t n)
{
	struct words one = {0};
	struct part *part = &ph->v[ph->n];

	words_plain(&one, p, n);
	if (one.n > 0) {
		*part = (struct part){0};
		/* The phrase keeps all its words in one buffer, whose room was made before. */
		part->plain = (struct text_token){ph->plain.text.p + ph->plain.text.n, one.v[0].n};
		buf_add(&ph->plain.text, one.v[0].p, one.v[0].n);
		part->lists = lex->table[slot_of(lex, part->plain)].lists;
		look(part, p, n);
		ph->n++;
	}
	words_release(&one);
}

/* Words that are nothing but punctuation are left out, and so is what comes after very many words. */
static void phrase_read(struct phrase *ph, const struct stats_lexicon *lex, struct text_token t)
{
	size_t start = 0;

	ph->n = 0;
	buf_clear(&ph->plain.text);
	buf_reserve(&ph->plain.text, TEXT_LOWER_ROOM(t.n));
	for (size_t i = 0, len; i < t.n && ph->n < PARTS_MAX; i += len) {
		uint32_t c;

		len = text_decode(t.p + i, t.n - i, &c);
		if (text_is_space(c)) {
			if (i > start)
				add_part(ph, lex, t.p + start, i - start);
			start = i + len;
		} else if (i + len == t.n) {
			add_part(ph, lex, t.p + start, i + len - start);
		}
	}
}

static bool is(const struct part *p, const char *word)
{
	return strlen(word) == p->plain.n && memcmp(word, p->plain.p, p->plain.n) == 0;
}

static bool ends(const struct part *p, const char *suffix)
{
	size_t n = strlen(suffix);

	return p->plain.n >= n && memcmp(p->plain.p + p->plain.n - n, suffix, n) == 0;
}

/* What the question asks for, by its first words. */
struct wanted {
	bool amount, person, place;
};

static bool word_is(const struct words *w, size_t i, const char *word)
{
	return i < w->n && strlen(word) == w->v[i].n && memcmp(word, w->v[i].p, w->v[i].n) == 0;
}

static struct wanted wanted_of(const struct stats_lexicon *lex, const struct words *q)
{
	struct wanted want = {0};

	want.amount = word_is(q, 0, "how") && (word_is(q, 1, "many") || word_is(q, 1, "much"));
	for (size_t i = 0; i < 2; i++)
		want.person |= word_is(q, i, "who") || word_is(q, i, "whom") || word_is(q, i, "whose");
	want.place = word_is(q, 0, "where");
	for (size_t i = 0; i < 4 && i + 1 < q->n; i++) {
		if ((word_is(q, i, "what") || word_is(q, i, "which")) &&
		    (lex->table[slot_of(lex, q->v[i + 1])].lists & PLACE))
			want.place = true;
	}
	return want;
}

static bool is_month(const struct part *p)
{
	return (p->lists & MONTH) && (p->capital || !(p->lists & MONTH_ALIKE));
}

static bool is_numeral(const struct part *p)
{
	return p->digit || (p->lists & (NUMBER | ORDINAL));
}

static bool is_date(const struct phrase *ph)
{
	bool named = false, numeral = false, era = false;

	for (size_t i = 0; i < ph->n; i++) {
		const struct part *p = &ph->v[i];

		if (is_month(p) || (p->lists & WEEKDAY) || p->year)
			named = true;
		else if (p->lists & (ERA | CENTURY))
			era = true;
		else if (is_numeral(p))
			numeral = true;
		else if (!(p->lists & DATE_FILLER))
			return false;
	}
	return named || (era && numeral);
}

/* Spelled-out numbers with a capital letter begin names ("Three Kingdoms"), unless they stand alone. */
static bool is_numeric(const struct phrase *ph)
{
	size_t i = 0;

	while (i + 1 < ph->n && !ph->v[i].digit && (ph->v[i].lists & ABOUT))
		i++;
	if (ph->v[i].digit)
		return true;
	if (ph->v[i].lists & NUMBER)
		return !ph->v[i].capital || ph->n == i + 1;
	return (ph->v[i].lists & ORDINAL) && ph->n == i + 1;
}

static bool is_name(const struct phrase *ph)
{
	bool any = false;

	for (size_t i = 0; i < ph->n; i++) {
		const struct part *p = &ph->v[i];

		if (p->capital)
			any |= !(p->lists & PARTICLE);
		else if (!p->digit && !(p->lists & PARTICLE))
			return false;
	}
	return any;
}

static enum stats_answer name_type(const struct phrase *ph, struct wanted want)
{
	uint32_t lists = 0;
	size_t first = 0;

	for (size_t i = 0; i < ph->n; i++)
		lists |= ph->v[i].lists;
	while (first + 1 < ph->n && (ph->v[first].lists & PARTICLE))
		first++;
	if (want.place)
		return STATS_PLACE;
	if (lists & ORGANISATION)
		return STATS_NAME;
	if (want.person || (ph->v[first].lists & HONORIFIC))
		return STATS_PERSON;
	return lists & PLACE ? STATS_PLACE : STATS_NAME;
}

static bool is_clause(const struct phrase *ph)
{
	if (ph->n < 3)
		return false;
	if (ph->v[0].lists & (PRONOUN | SUBORDINATOR))
		return true;
	for (size_t i = 1; i < ph->n; i++) {
		if ((ph->v[i].lists & AUXILIARY) && !ph->v[i].capital)
			return true;
	}
	return false;
}

static bool is_verb_phrase(const struct phrase *ph)
{
	const struct part *a = &ph->v[0], *b = &ph->v[1];
	const uint32_t starters = DETERMINER | PREPOSITION | PRONOUN;

	if (ph->n < 2 || a->capital)
		return false;
	if (is(a, "to"))
		return !b->capital && !b->digit && !(b->lists & (starters | NUMBER));
	if (a->lists & AUXILIARY)
		return true;
	if (is(b, "of"))
		return false;
	if (a->lists & VERB)
		return true;
	return a->plain.n >= 5 && (ends(a, "ing") || ends(a, "ed")) && (is(b, "to") || (b->lists & starters));
}

static bool is_adjective(const struct part *p)
{
	static const char *const suffixes[] = {"able", "ible", "ful", "less", "ous", "ive", "ic", "al", "ary", "ish"};

	if (p->lists & ADJECTIVE)
		return true;
	if (p->plain.n < 5 || p->capital || (p->lists & SUFFIXED_NOUN))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(suffixes); i++) {
		if (ends(p, suffixes[i]))
			return true;
	}
	return false;
}

static bool is_adverb(const struct part *p)
{
	return p->plain.n >= 5 && ends(p, "ly");
}

static bool is_adjective_phrase(const struct phrase *ph)
{
	if (ph->n > 4 || !is_adjective(&ph->v[ph->n - 1]))
		return false;
	for (size_t i = 0; i + 1 < ph->n; i++) {
		if (!is_adjective(&ph->v[i]) && !is_adverb(&ph->v[i]) && !(ph->v[i].lists & DEGREE))
			return false;
	}
	return true;
}

static bool has_letter(struct text_token t)
{
	for (size_t i = 0, len; i < t.n; i += len) {
		uint32_t c;

		len = text_decode(t.p + i, t.n - i, &c);
		if (text_is_word(c) && c != '_')
			return true;
	}
	return false;
}

static bool is_other(const struct phrase *ph, struct text_token answer)
{
	size_t adverbs = 0;

	for (size_t i = 0; i < ph->n; i++)
		adverbs += is_adverb(&ph->v[i]);
	return adverbs == ph->n || is(&ph->v[0], "to") || (ph->v[0].lists & PREPOSITION) ||
	       (ph->n == 1 && (ph->v[0].lists & YES_NO)) || !has_letter(answer);
}

static enum stats_answer type_of(const struct phrase *ph, struct wanted want, struct text_token answer)
{
	if (ph->n == 0)
		return STATS_ANSWER_OTHER;
	if (!want.amount && is_date(ph))
		return STATS_DATE;
	if (is_numeric(ph))
		return STATS_NUMERIC;
	if (is_name(ph))
		return name_type(ph, want);
	if (is_clause(ph))
		return STATS_CLAUSE;
	if (is_verb_phrase(ph))
		return STATS_VERB_PHRASE;
	if (is_adjective_phrase(ph))
		return STATS_ADJECTIVE_PHRASE;
	return is_other(ph, answer) ? STATS_ANSWER_OTHER : STATS_NOUN_PHRASE;
}

enum stats_answer stats_lexicon_answer_type(const struct stats_lexicon *lex, struct text_token answer,
					    const struct words *question)
{
	struct phrase ph = {.n = 0};
	enum stats_answer type;

	phrase_read(&ph, lex, answer);
	type = type_of(&ph, wanted_of(lex, question), answer);
	words_release(&ph.plain);
	return type;
}

enum stats_answer stats_answer_of(struct text_token answer, struct text_token question)
{
	struct stats_lexicon *lex = stats_lexicon_new();
	struct words words = {0};
	enum stats_answer type;

	words_plain(&words, question.p, question.n);
	type = stats_lexicon_answer_type(lex, answer, &words);
	words_release(&words);
	stats_lexicon_free(&lex);
	return type;
}
