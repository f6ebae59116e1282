/**
 * What deploy/ ships against what reads it: the schemas of Kubernetes, a linter of Containerfiles, Prometheus' grammar.
 */
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { isRecord } from '../../../src/format/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { listAt } from '../../../testing/jsonapi-schema/index.js';
import { readDeploy } from './programs.js';
import {
  areToolsThere,
  isPromQl,
  lintContainerfile,
  type Manifest,
  schemaFault,
  unknownFields,
} from './tools/tools.js';

const newFolder = temporaryFolders();

const manifestsOf = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).map((document): Manifest => document.toJS());
const shipped = ['replica', 'builder'].map((name) => readDeploy(`kubernetes/${name}.yaml`));
/** @returns the first shipped manifest that has the text, with another in its place */
const spoilt = (text: string, other: string): Manifest => {
  const found = shipped.flatMap((one) => one.split(/^---$/m)).find((one) => one.includes(text)) ?? '';
  return manifestsOf(found.replace(text, other))[0]!;
};

describe.runIf(areToolsThere())('formats of deploy/', () => {
  it('manifests › match the schema of their kind; a broken one does not', async () => {
    const manifests = shipped.flatMap(manifestsOf);
    expect(manifests.map(({ kind }) => kind)).toEqual([
      'Service',
      'Service',
      'StatefulSet',
      'PodDisruptionBudget',
      'CronJob',
      'CronJob',
    ]);
    for (const manifest of manifests) expect(await schemaFault(manifest), manifest.kind).toBeUndefined();
    expect(await schemaFault(spoilt('replicas: 3', 'replicas: three'))).toMatch(/spec\/replicas must be integer/);
    expect(await schemaFault(spoilt('concurrencyPolicy: Forbid', 'concurrencyPolicy: Never'))).toMatch(
      /concurrencyPolicy/,
    );
  });

  it('manifests › have no unknown field; a misspelt one is found', () => {
    expect(unknownFields(shipped.flatMap(manifestsOf), newFolder())).toBe('');
    const misspelt = spoilt('readinessProbe:', 'readynessProbe:');
    expect(unknownFields([misspelt], newFolder())).toMatch(/'readynessProbe'|"readynessProbe"/);
  });

  it('the Containerfile › has no findings of a linter; a broken one has', () => {
    const text = readDeploy('Containerfile');
    expect(lintContainerfile(text)).toEqual([]);
    expect(lintContainerfile(text.replace('WORKDIR /var', 'WORKDIR var').replace('--interval', '--intrval'))).toEqual([
      expect.stringMatching(/^line \d+: .*WORKDIR/),
      expect.stringMatching(/^line \d+: Unknown flag: intrval/),
    ]);
  });

  it('queries of alerts and of the dashboard › are valid; half a query is not', async () => {
    const alerts = listAt(parse(readDeploy('prometheus/alerts.yml')), 'groups').flatMap((group) =>
      listAt(group, 'rules'),
    );
    const panels = listAt(JSON.parse(readDeploy('grafana/stele.json')), 'panels');
    const queries = [...alerts, ...panels.flatMap((panel) => listAt(panel, 'targets'))].map((one) =>
      isRecord(one) ? String(one['expr']) : '',
    );
    expect(queries.length).toBeGreaterThan(20);
    for (const query of queries) expect(await isPromQl(query), query).toBe(true);
    expect(await isPromQl('sum by (instance')).toBe(false);
  });
});
