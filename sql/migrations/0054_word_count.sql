-- Counting the words of a passage one match after the other took four fifths of an import. Most texts have nothing but single
-- spaces between their words: those are counted by their spaces, all others as before.

create or replace function beat.word_count(value text) returns integer
	language sql immutable strict parallel safe
	return case
		when value ~ E'^$|^ | $|  |[\t-\r\x1c-\x1f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]' then
			pg_catalog.regexp_count(value, E'[^ \t-\r\x1c-\x1f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+')
		else pg_catalog.char_length(value) - pg_catalog.char_length(pg_catalog.replace(value, ' ', '')) + 1
	end;
comment on function beat.word_count is 'How many words a text has: what white space, as is_blank() knows it, keeps apart.';
