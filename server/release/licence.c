/* licence: see include/beat/licence.h. */
#include "licence.h"

#include <ctype.h>

static const struct licence licences[] = {
    {"cc0-1.0", "CC0-1.0", "Creative Commons Zero 1.0 (public domain)"},
    {"cc-by-2.0", "CC-BY-2.0", "Creative Commons Attribution 2.0"},
    {"cc-by-2.5", "CC-BY-2.5", "Creative Commons Attribution 2.5"},
    {"cc-by-3.0", "CC-BY-3.0", "Creative Commons Attribution 3.0"},
    {"cc-by-4.0", "CC-BY-4.0", "Creative Commons Attribution 4.0"},
    {"cc-by-sa-3.0", "CC-BY-SA-3.0", "Creative Commons Attribution-ShareAlike 3.0"},
    {"cc-by-sa-4.0", "CC-BY-SA-4.0", "Creative Commons Attribution-ShareAlike 4.0"},
    {"cc-by-nc-2.0", "CC-BY-NC-2.0", "Creative Commons Attribution-NonCommercial 2.0"},
    {"cc-by-nc-3.0", "CC-BY-NC-3.0", "Creative Commons Attribution-NonCommercial 3.0"},
    {"cc-by-nc-4.0", "CC-BY-NC-4.0", "Creative Commons Attribution-NonCommercial 4.0"},
    {"cc-by-nd-4.0", "CC-BY-ND-4.0", "Creative Commons Attribution-NoDerivatives 4.0"},
    {"cc-by-nc-nd-3.0", "CC-BY-NC-ND-3.0", "Creative Commons Attribution-NonCommercial-NoDerivatives 3.0"},
    {"cc-by-nc-nd-4.0", "CC-BY-NC-ND-4.0", "Creative Commons Attribution-NonCommercial-NoDerivatives 4.0"},
    {"cc-by-nc-sa-2.0", "CC-BY-NC-SA-2.0", "Creative Commons Attribution-NonCommercial-ShareAlike 2.0"},
    {"cc-by-nc-sa-3.0", "CC-BY-NC-SA-3.0", "Creative Commons Attribution-NonCommercial-ShareAlike 3.0"},
    {"cc-by-nc-sa-4.0", "CC-BY-NC-SA-4.0", "Creative Commons Attribution-NonCommercial-ShareAlike 4.0"},
    {"odc-by", "ODC-By-1.0", "Open Data Commons Attribution 1.0"},
    {"odbl", "ODbL-1.0", "Open Data Commons Open Database Licence 1.0"},
    {"pddl", "PDDL-1.0", "Open Data Commons Public Domain Dedication and Licence 1.0"},
    {"cdla-permissive-1.0", "CDLA-Permissive-1.0", "Community Data Licence Agreement Permissive 1.0"},
    {"cdla-permissive-2.0", "CDLA-Permissive-2.0", "Community Data Licence Agreement Permissive 2.0"},
    {"cdla-sharing-1.0", "CDLA-Sharing-1.0", "Community Data Licence Agreement Sharing 1.0"},
    {"gfdl", "GFDL-1.3-or-later", "GNU Free Documentation Licence"},
    {"gpl-3.0", "GPL-3.0-or-later", "GNU General Public Licence 3.0"},
    {"apache-2.0", "Apache-2.0", "Apache Licence 2.0"},
    {"mit", "MIT", "MIT Licence"},
    {"bsd-3-clause", "BSD-3-Clause", "BSD 3-Clause Licence"},
    {"unlicense", "Unlicense", "The Unlicense"},
    {"unknown", NULL, "unknown"},
};

static bool is_gap(char c)
{
	return c == ' ' || c == '-' || c == '_';
}

static bool same(const char *a, const char *b)
{
	for (;; a++, b++) {
		while (is_gap(*a))
			a++;
		while (is_gap(*b))
			b++;
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (*a == '\0')
			return true;
	}
}

const struct licence *licence_find(const char *given)
{
	for (size_t i = 0; i < ARRAY_LEN(licences); i++) {
		if (same(given, licences[i].hub) || (licences[i].spdx != NULL && same(given, licences[i].spdx)))
			return &licences[i];
	}
	return NULL;
}

bool licence_url(struct buf *out, const struct licence *l)
{
	if (l == NULL || l->spdx == NULL)
		return false;
	buf_addf(out, "https://spdx.org/licenses/%s.html", l->spdx);
	return true;
}
