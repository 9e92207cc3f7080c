import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gallery } from '../../generate/catalog/gallery';
import { catalogPage } from '../../generate/catalog/page';
import { DRY_RUNS, OUTAGES, POD_RUNS, PROGRAM_RUNS } from '../../generate/catalog/recordings';
import { verification } from '../../generate/catalog/verification';
import { ROOT } from '../../generate/page';
import { GIT_SYNC, GIT_SYNC_EXIT_CODE } from '../../src/knowledge/programs/git-sync';
import { PROGRAMS } from '../../src/knowledge/programs/program-list';
import { REDIS } from '../../src/knowledge/programs/redis';
import { expectCurrent } from '../current-page';

const EXHIBITS = gallery();

test('docs/catalog.md is current (if you meant the change: npx projen examples:update)', () => {
  expectCurrent(catalogPage());
});

test('every program that was run is one of the catalog, ended well and within the time that its preset claims', () => {
  for (const [name, { test: file, exitCode, stopSeconds }] of Object.entries(PROGRAM_RUNS)) {
    const program = PROGRAMS.find(one => one.name === name);

    expect([name, program?.name]).toEqual([name, name]);
    if (file) {
      expect(existsSync(join(ROOT, file))).toBe(true);
    } else {
      expect([name, exitCode, stopSeconds! < program!.shutdownSeconds]).toEqual([name, 0, true]);
    }
  }
});

describe('in trouble', () => {
  test.each(OUTAGES)('$preset held: $scenario', ({ program, mayLose, mayOverrun, lost, stopSeconds, exitCode, shutdownSeconds }) => {
    expect(PROGRAMS.map(({ name }) => name)).toContain(program);
    if (!mayLose) {
      expect(lost ?? 0).toBe(0);
    }
    if (stopSeconds !== undefined && !mayOverrun) {
      expect([exitCode, stopSeconds <= shutdownSeconds!]).toEqual([program === GIT_SYNC.name ? GIT_SYNC_EXIT_CODE : 0, true]);
    }
  });

  test.each(['FluentBit', 'OtelCollector, gRPC', 'OtelCollector, HTTP'])('%s lost nothing of 600 items in an outage of 60 s', preset => {
    expect(OUTAGES).toContainEqual(expect.objectContaining({ preset, scenario: 'the backend is away for 60 s', sent: 600, lost: 0 }));
  });
});

test('a preset that nobody has recorded is marked as such, and its row says what is known', () => {
  const nothing = { programs: {}, dryRuns: [], pods: [], outages: [] };

  expect(verification('RedisCache', REDIS, nothing)).toEqual(['read, not run', 'not yet accepted by an API server', 'not yet run on a cluster']);
  expect(verification('RedisCache', REDIS).join()).not.toContain('not yet');
});

test.each(DRY_RUNS)('the API server of $kubernetes accepted every recorded preset, and refused the bad pod', ({ presets, badPod }) => {
  // A new preset may come without a recording; its row says so. One that is recorded must exist.
  expect(presets.map(({ preset }) => preset).filter(preset => !EXHIBITS.some(exhibit => exhibit.preset === preset))).toEqual([]);
  for (const { preset, ...answers } of presets) {
    expect([preset, answers]).toEqual([preset, expect.objectContaining({ deployment: 'accepted', job: 'accepted', podOfDeployment: 'accepted', podOfJob: 'accepted' })]);
    expect([preset, ...new Set(Object.values(answers))]).toEqual([preset, 'accepted']);
  }
  expect(badPod).toEqual({ verdict: 'refused', why: expect.stringContaining('violates PodSecurity "restricted') });
});

test.each(POD_RUNS)('on Kubernetes $kubernetes the pods of at least twelve presets ran with their real programs, and stopped in time', ({ presets }) => {
  expect(presets.length).toBeGreaterThanOrEqual(12);
  for (const { preset, exitCode, deleteSeconds, gracePeriodSeconds } of presets) {
    expect(EXHIBITS.map(exhibit => exhibit.preset)).toContain(preset);
    expect([preset, exitCode, deleteSeconds < gracePeriodSeconds]).toEqual([preset, 0, true]);
  }
});

test.each(POD_RUNS)('on Kubernetes $kubernetes the last line, span, secret and commit arrived', ({ last = [] }) => {
  expect(last.map(({ preset }) => preset).sort()).toEqual(['FluentBit', 'GitSync', 'OtelCollector', 'VaultAgent']);
  for (const { preset, arrived } of last) {
    expect([preset, [...arrived].sort()]).toEqual([preset, ['item-000001', 'item-000002', 'item-000003']]);
  }
});

test('pods of presets were run on the versions whose API servers were asked', () => {
  expect(POD_RUNS.map(({ kubernetes }) => kubernetes)).toEqual(DRY_RUNS.map(({ kubernetes }) => kubernetes));
});
