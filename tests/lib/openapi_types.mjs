// The types of the API, from its description, for the check of the pages: node openapi_types.mjs FILE.d.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { description } from '../../web/openapi.mjs';

const [file] = process.argv.slice(2);
const options = { defaultNonNullable: false, rootTypes: true, rootTypesNoSchemaPrefix: true, emptyObjectsUnknown: true, silent: true };
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, astToString(await openapiTS(description(), options)));
