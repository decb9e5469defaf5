/* What the statistics mean, and what the paper found: the one place where both are said. */
#include <stddef.h>

#include "beat/stats.h"

const struct stats_definition stats_definitions[] = {
    {"questions", "Questions",
     "Of a file: all of them. Of a release: those frozen in it. Of a project: those that are in the dataset by the "
     "rule of "
     "validity, at the moment given: handed in, not discarded, and in dev and test found answerable where the project "
     "asks for votes."},
    {"passages", "Passages and documents (Table 3)",
     "Different texts of one title that have at least one question; different titles. A split is the project's, or the "
     "name of the file."},
    {"word", "Word", "What white space separates."},
    {"lengths", "Lengths (Table 4, Figures 7 and 9)",
     "Words of the question and of the answer; of several answers the first counts. Mean, and standard deviation of "
     "the "
     "population (σ)."},
    {"ngram_overlap", "Longest n-gram overlap (Table 4, Figure 4)",
     "The most words in a row of the question that stand in the same order in the passage; lower case, ASCII "
     "punctuation "
     "deleted, articles kept."},
    {"wh", "Question types (Figure 6)",
     "By the first word: what, who (whom, whose), when, where, which, why, how, in, or other; lower case, ASCII "
     "punctuation "
     "deleted."},
    {"first_tokens", "First words (Figures 11 to 14)",
     "The first three words, in lower case without ASCII punctuation, of each word the first 40 characters; the 200 "
     "most "
     "frequent beginnings. The sunburst leaves out what is below 0.25 % of the questions: those sectors stay empty."},
    {"answer_types", "Answer types (Figure 8)",
     "By form, rules of our own, the first that fits. date: nothing but names of months and days, years from 1000 to "
     "2099, "
     "numbers, eras, centuries and words that join them, with a month, day or year, or an era or century with a number "
     "(not after \"how many\" or \"how much\"; march, may, jan, mar, sep, dec only with a capital letter). other "
     "numeric: "
     "begins with a number, words of approximation aside (spelled out: in small letters or alone; an ordinal: alone). "
     "Proper "
     "names: every word has a capital letter, numbers and particles aside, and then: place, if the question begins "
     "with "
     "\"where\" or asks for \"what\" or \"which\" and a place; other proper name, if it holds a word for an "
     "organisation or "
     "event; person, if \"who\", \"whom\" or \"whose\" is one of the question's first two words or the answer begins "
     "with "
     "a title; place, if it holds a word for a place; else other proper name. clause: three words or more that begin "
     "with a "
     "pronoun or a subordinator, or with an auxiliary verb after the first word. verb phrase: two words or more that "
     "begin "
     "with \"to\" and a verb, an auxiliary, one of some frequent verbs, or a word in -ing or -ed before a determiner, "
     "preposition or pronoun. adjective phrase: at most four words, adjectives (a list, or -able, -ible, -ful, -less, "
     "-ous, "
     "-ive, -ic, -al, -ary, -ish) and adverbs. other: begins with a preposition, nothing but adverbs in -ly, yes or "
     "no, "
     "without a letter. common noun phrase: all the rest. Surface forms mislead at times, in every dataset alike: the "
     "classes serve to compare. The word lists are part of the JSON output."},
    {"labels", "Comprehension labels (Figure 5)",
     "Of the review that settled a question that is in, up to three each; shares of the questions that have at least "
     "one "
     "label."},
    {"workers", "Success of the workers (Figure 10)",
     "Of each worker the valid part of what was reviewed, in questions or HITs as the project counts, by the review "
     "that "
     "settled each HIT; rounded down to a twentieth."},
    {"work", "Work and pay",
     "HITs handed in, by stage, from the first look to the hand-in; what they earned, and the platform's fees on it "
     "for "
     "workers who came through one (--fee)."},
    {"human", "Human performance (Table 2)",
     "Exact match and F1, normalised as SQuAD v1.1 does, times 100. Of a project or release: the vote of one validator "
     "a "
     "question, drawn by the seed, against the author's answer; \"unanswerable\" scores 0; questions that are in and "
     "have "
     "a vote that counts. Of a SQuAD file: of questions with several answers one, drawn by the seed, against the best "
     "of the "
     "others; at most 32 answers of a question are looked at. mean: over all such answers of a question; best: the "
     "best of "
     "them."},
    {"human_interval", "Intervals of human performance",
     "95 %. Of a project or release: percentiles of 1,000 bootstrap resamples of the questions, drawn by the seed; "
     "above "
     "4,000 questions its normal limit. Of a file: Clopper-Pearson for exact match, Student's t for F1."},
    {"reference", "The paper",
     "Bartolo et al., Beat the AI (2020): Tables 2, 3 and 4, and what its text tells of Figure 5, of the mean time of "
     "a HIT "
     "(551.8, 722.4 and 686.4 s) and of the cost (about USD 27,000)."},
    {NULL, NULL, NULL},
};

const struct stats_reference stats_reference[STATS_REFERENCES] = {
    {.name = "SQuAD",
     .question = 10.3,
     .answer = 2.6,
     .overlap = 3.0,
     .passages = {18891, 971, 1096},
     .questions = {87599, 5278, 5292},
     .dev_em = -1,
     .dev_f1 = -1,
     .test_em = -1,
     .test_f1 = -1,
     .explicit_percent = 57,
     .comparative_percent = -1},
    {.name = "D_BiDAF",
     .question = 9.8,
     .answer = 2.9,
     .overlap = 2.2,
     .passages = {2523, 278, 277},
     .questions = {10000, 1000, 1000},
     .dev_em = 63.0,
     .dev_f1 = 76.9,
     .test_em = 62.6,
     .test_f1 = 78.5,
     .explicit_percent = 8,
     .comparative_percent = 11},
    {.name = "D_BERT",
     .question = 9.8,
     .answer = 3.0,
     .overlap = 2.1,
     .passages = {2444, 283, 292},
     .questions = {10000, 1000, 1000},
     .dev_em = 59.2,
     .dev_f1 = 74.3,
     .test_em = 63.9,
     .test_f1 = 76.9,
     .explicit_percent = -1,
     .comparative_percent = 1},
    {.name = "D_RoBERTa",
     .question = 10.0,
     .answer = 3.2,
     .overlap = 2.0,
     .passages = {2552, 341, 333},
     .questions = {10000, 1000, 1000},
     .dev_em = 58.1,
     .dev_f1 = 72.0,
     .test_em = 58.7,
     .test_f1 = 73.7,
     .explicit_percent = -1,
     .comparative_percent = 3},
};
