/* lexicon: see lexicon.h. The lists are the data; they are hashed into one open
 * table at start. A word may stand in several lists of different kinds, but in one
 * list of a kind only. */
#include "lexicon.h"

#include <stdlib.h>
#include <string.h>

#include "beat/mem.h"
#include "question.h"

enum kind { KIND_CLASS, KIND_FAINT, KIND_ABBREVIATION, KIND_NOUN, KIND_IRREGULAR, KINDS };

struct word_list {
	enum kind kind;
	int value;
	const char *words;
};

static const struct word_list lists[] = {
    {KIND_CLASS, WORD_DET, "a an the this these those each every any some all both another such no"},
    {KIND_CLASS, WORD_PRONOUN,
     "i you he she it we they me him us them his her hers its our ours their theirs your my mine himself herself "
     "itself themselves one's oneself there here someone anyone everyone nobody something anything nothing everything"},
    {KIND_CLASS, WORD_BE, "is was were are be been being am 's're isn wasn weren aren"},
    {KIND_CLASS, WORD_AUX,
     "has had have having do did does doing done can could will would shall should may might must cannot didn doesn "
     "don "
     "hasn hadn haven couldn wouldn won't"},
    {KIND_CLASS, WORD_AND, "and or nor &"},
    {KIND_CLASS, WORD_BUT, "but although though however while whereas yet despite unless if whether than then"},
    {KIND_CLASS, WORD_BECAUSE, "because since due owing thus therefore hence so"},
    {KIND_CLASS, WORD_RELATIVE,
     "who whom whose which that what when where why how whatever whoever whichever wherever"},
    {KIND_CLASS, WORD_IN, "in on at within inside near"},
    {KIND_CLASS, WORD_OF, "of"},
    {KIND_CLASS, WORD_BY, "by via through"},
    {KIND_CLASS, WORD_TO, "to into onto toward towards"},
    {KIND_CLASS, WORD_FOR, "for"},
    {KIND_CLASS, WORD_WITH, "with without"},
    {KIND_CLASS, WORD_FROM, "from out"},
    {KIND_CLASS, WORD_AS, "as like including called named known"},
    {KIND_CLASS, WORD_PREP,
     "about above across after against along amid among amongst around before behind below beneath beside besides "
     "between "
     "beyond concerning down during except following off outside over past per regarding throughout under until till "
     "up "
     "upon versus vs"},
    {KIND_CLASS, WORD_MONTH,
     "january february march april june july august september october november december jan feb apr jun jul aug sept "
     "oct "
     "nov dec monday tuesday wednesday thursday friday saturday sunday"},
    {KIND_CLASS, WORD_NUMERAL,
     "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
     "eighteen "
     "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands million "
     "millions "
     "billion billions trillion dozen dozens half third quarter zero"},
    {KIND_CLASS, WORD_UNIT,
     "percent percentage year years month months week weeks day days hour hours minute minutes second seconds century "
     "centuries decade decades mile miles km kilometer kilometers kilometre kilometres metre metres meter meters cm mm "
     "foot "
     "feet inch inches yard yards acre acres hectare hectares gram grams kg kilogram kilograms ton tons tonne tonnes "
     "pound "
     "pounds dollar dollars cents euro euros degrees celsius fahrenheit square cubic mph watts volts bc ad bce ce"},
    {KIND_CLASS, WORD_TITLE,
     "mr mrs ms dr sir lord lady king queen prince princess emperor president governor senator general captain colonel "
     "pope "
     "saint st professor prof bishop duke earl count chancellor minister"},
    {KIND_CLASS, WORD_ADVERB,
     "not also only very more most much many less least often usually generally mainly mostly largely partly always "
     "never "
     "sometimes approximately roughly nearly almost about just even still already now once again later earlier soon "
     "today "
     "together instead rather quite too ever especially particularly first last well"},

    {KIND_FAINT, 1,
     "name names named call called calls kind kinds type types sort term word used use uses using make made makes take "
     "took "
     "taken give gave given get got become became happen happened occur occurred include includes included refer "
     "refers "
     "referred consider considered thing things way ways part parts number amount many much other others another "
     "according "
     "example people person time new different several certain various first last"},

    {KIND_ABBREVIATION, 1,
     "mr mrs ms dr st prof rev gen col capt lt sgt gov sen rep hon jr sr vs etc inc ltd co corp dept est fig figs no "
     "nos vol "
     "pp ed eds al approx ca cf ie eg jan feb mar apr jun jul aug sep sept oct nov dec mt ft ave blvd univ assn bros "
     "u.s u.k "
     "e.g i.e a.m p.m ph.d b.c a.d d.c u.n"},

    {KIND_NOUN, QUESTION_WHEN, "year years date dates day month century decade era period time season"},
    {KIND_NOUN, QUESTION_WHO,
     "person people man woman president king queen emperor author writer director singer leader actor actress founder "
     "scientist philosopher player coach quarterback wife husband son daughter father mother brother sister artist "
     "composer "
     "architect general governor mayor minister inventor engineer historian professor economist mathematician "
     "physicist "
     "chemist explorer ruler prince princess character doctor host producer officer politician student teacher "
     "theologian "
     "monarch pope bishop poet astronaut commander ceo chairman judge critic"},
    {KIND_NOUN, QUESTION_WHERE,
     "city cities country countries state states river region regions place places town location area areas continent "
     "sea "
     "ocean island islands county district province nation nations village street building university school museum "
     "stadium neighborhood lake mountain border capital venue site park"},
    {KIND_NOUN, QUESTION_NUMBER,
     "number percentage percent amount population age size length height width depth distance rate temperature score "
     "ratio "
     "weight speed fraction proportion share total average"},
    {KIND_NOUN, QUESTION_MONEY, "cost price salary budget revenue profit fee income money worth"},
    {KIND_NOUN, QUESTION_NAME,
     "name names nickname title term word company group organization team party book film movie song album show series "
     "newspaper magazine language religion award battle war treaty law act dynasty tribe god award act channel network "
     "agency church brand ship"},

    {KIND_IRREGULAR, 0,
     "won win led lead began begin begun begin wrote write written write took take taken take gave give given give "
     "made make "
     "said say went go gone go came come became become knew know known know saw see seen see found find held hold "
     "built build "
     "sent send spent spend lost lose left leave met meet paid pay sold sell told tell thought think brought bring "
     "bought buy "
     "fought fight taught teach caught catch chose choose chosen choose broke break broken break spoke speak spoken "
     "speak "
     "drove drive driven drive grew grow grown grow threw throw thrown throw fell fall fallen fall felt feel kept keep "
     "slept "
     "sleep rose rise risen rise ran run sang sing sung sing sank sink shot shoot stood stand swam swim wore wear worn "
     "wear "
     "drew draw drawn draw flew fly flown fly ate eat eaten eat children child men man women woman people person feet "
     "foot "
     "teeth tooth mice mouse lives life wives wife died die dying die death die born birth understood understand meant "
     "mean "
     "dealt deal fed feed bred breed hidden hide hid hide arose arise arisen arise overthrew overthrow overthrown "
     "overthrow"},
};

struct entry {
	uint32_t hash; /* 0: free */
	int8_t kind;
	int8_t value;
	uint32_t other; /* KIND_IRREGULAR: the hash of the stem */
};

/* Filled once and read by every thread: an array without pointers, where uthash would want an allocation a word. */
enum { TABLE_SIZE = 4096 };

struct lexicon {
	struct entry table[TABLE_SIZE];
};

uint32_t lexicon_hash(const char *p, size_t n)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (uint8_t)p[i]) * 16777619u;
	return h != 0 ? h : 1;
}

static const struct entry *find_hash(const struct lexicon *lex, uint32_t h, enum kind kind)
{
	for (uint32_t i = h % TABLE_SIZE; lex->table[i].hash != 0; i = (i + 1) % TABLE_SIZE) {
		if (lex->table[i].hash == h && lex->table[i].kind == (int8_t)kind)
			return &lex->table[i];
	}
	return NULL;
}

static const struct entry *find(const struct lexicon *lex, const char *low, size_t n, enum kind kind)
{
	return find_hash(lex, lexicon_hash(low, n), kind);
}

static void add(struct lexicon *lex, struct entry e)
{
	uint32_t i = e.hash % TABLE_SIZE;

	while (lex->table[i].hash != 0)
		i = (i + 1) % TABLE_SIZE;
	lex->table[i] = e;
}

/* Endings: a word that ends so loses `cut` bytes if `least` remain. */
struct ending {
	const char *tail;
	uint8_t cut, least;
	bool undouble; /* "running" -> "runn" -> "run" */
	char add;
};

static const struct ending plurals[] = {
    {"ies", 3, 2, false, 'y'}, {"sses", 2, 2, false, 0}, {"xes", 2, 2, false, 0},
    {"ches", 2, 2, false, 0},  {"shes", 2, 2, false, 0}, {"ss", 0, 1, false, 0},
    {"us", 0, 1, false, 0},    {"is", 0, 1, false, 0},   {"s", 1, 3, false, 0},
};
static const struct ending suffixes[] = {
    {"ied", 3, 2, false, 'y'}, {"ed", 2, 3, true, 0},    {"ing", 3, 3, true, 0},
    {"ly", 2, 4, false, 0},    {"ment", 4, 4, false, 0}, {"ation", 5, 4, false, 0},
};

static size_t cut(char *w, size_t n, const struct ending *endings, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct ending *e = &endings[i];
		size_t tail = strlen(e->tail);

		if (n < tail || n < (size_t)e->cut + e->least || memcmp(w + n - tail, e->tail, tail) != 0)
			continue;
		n -= e->cut;
		if (e->undouble && n > 3 && w[n - 1] == w[n - 2] && strchr("lsz", w[n - 1]) == NULL)
			n--;
		if (e->add != 0)
			w[n++] = e->add;
		break;
	}
	return n;
}

static uint32_t stem_hash(const char *low, size_t n)
{
	char w[48];

	if (n >= sizeof(w) || n < 4)
		return lexicon_hash(low, n);
	memcpy(w, low, n);
	n = cut(w, n, plurals, ARRAY_LEN(plurals));
	n = cut(w, n, suffixes, ARRAY_LEN(suffixes));
	if (n > 4 && w[n - 1] == 'e') /* "invade" and "invad-ed" */
		n--;
	return lexicon_hash(w, n);
}

uint32_t lexicon_stem(const struct lexicon *lex, const char *low, size_t n)
{
	const struct entry *e = find(lex, low, n, KIND_IRREGULAR);

	return e != NULL ? e->other : stem_hash(low, n);
}

static void add_list(struct lexicon *lex, const struct word_list *list)
{
	const char *p = list->words;

	while (*p != '\0') {
		size_t n = strcspn(p, " ");
		struct entry e = {.hash = lexicon_hash(p, n), .kind = (int8_t)list->kind, .value = (int8_t)list->value};

		if (list->kind == KIND_NOUN)
			e.hash = stem_hash(p, n);
		p += n + strspn(p + n, " ");
		if (list->kind == KIND_IRREGULAR) { /* pairs: form, stem */
			n = strcspn(p, " ");
			e.other = stem_hash(p, n);
			p += n + strspn(p + n, " ");
		}
		add(lex, e);
	}
}

struct lexicon *lexicon_new(void)
{
	struct lexicon *lex = xcalloc(1, sizeof(*lex));

	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		add_list(lex, &lists[i]);
	return lex;
}

void lexicon_free(struct lexicon **lex)
{
	free(*lex);
	*lex = NULL;
}

enum word_class lexicon_class(const struct lexicon *lex, const char *low, size_t n)
{
	const struct entry *e = find(lex, low, n, KIND_CLASS);

	return e != NULL ? (enum word_class)e->value : WORD_EDGE;
}

bool lexicon_is_faint(const struct lexicon *lex, const char *low, size_t n)
{
	return find(lex, low, n, KIND_FAINT) != NULL;
}

bool lexicon_is_abbreviation(const struct lexicon *lex, const char *low, size_t n)
{
	return find(lex, low, n, KIND_ABBREVIATION) != NULL;
}

int lexicon_noun_type(const struct lexicon *lex, uint32_t stem)
{
	const struct entry *e = find_hash(lex, stem, KIND_NOUN);

	return e != NULL ? e->value : -1;
}

void lexicon_dump(struct buf *out)
{
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		buf_addf(out, "%d %d %s\n", lists[i].kind, lists[i].value, lists[i].words);
	for (size_t i = 0; i < ARRAY_LEN(plurals); i++)
		buf_addf(out, "%s %d %d\n", plurals[i].tail, plurals[i].cut, plurals[i].least);
	for (size_t i = 0; i < ARRAY_LEN(suffixes); i++)
		buf_addf(out, "%s %d %d\n", suffixes[i].tail, suffixes[i].cut, suffixes[i].least);
}
