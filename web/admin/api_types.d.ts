// What the dashboard may ask for, from the description of the API: openapi.d.ts is made from it (tests/lib/lint types).
import type { paths } from 'openapi';

type Verb = 'get' | 'post';
type Below<K> = K extends `/api/v1/admin${infer P}` ? P : never;
type Operation<V extends Verb, P extends string> = `/api/v1/admin${P}` extends keyof paths ? paths[`/api/v1/admin${P}`][V] : never;
type Given<T> = [T] extends [never | undefined] ? unknown : T;
type Part<O, K extends string> = O extends { parameters: { [X in K]?: infer T } } ? Given<T> : unknown;

/** The paths below /api/v1/admin that take this method. */
export type PathOf<V extends Verb> = {
	[K in keyof paths]: paths[K][V] extends { responses: unknown } ? Below<K> : never;
}[keyof paths];

/** Numbers are texts in an address; what is missing or empty is left out of the query. */
type Loose<T> = { [K in keyof T]: T[K] | string | number | null | undefined };

/** What stands in the path, and what may be asked for behind it. */
export type Params<V extends Verb, P extends string> = Loose<Part<Operation<V, P>, 'path'> & Part<Operation<V, P>, 'query'>>;

/** What is posted. */
export type Body<P extends string> = Operation<'post', P> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : object;

type Good = 200 | 201 | 202 | 204;
type Json<R> = R extends { content: { 'application/json': infer B } } ? B : null;

/** What comes back when it went well. */
export type Answer<V extends Verb, P extends string> = Operation<V, P> extends { responses: infer R } ? Json<R[keyof R & Good]> : never;
