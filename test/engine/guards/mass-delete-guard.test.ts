import { describe, expect, it } from 'vitest';
import type { Action, Adopt, DeleteRemote, TrashLocal } from '../../../main/engine/plan/actions.ts';
import {
  countFrom,
  heldWithout,
  holdDeletes,
  isDelete,
  TRICKLE,
  type GuardFacts,
  type HeldDeletes,
} from '../../../main/engine/guards/mass-delete-guard.ts';
import type { FileId } from '../../../shared/model/ids.ts';
import type { RelPath } from '../../../shared/model/rel-path.ts';

// The guard reads only kind, id and path of a delete.
const trash = (n: number): TrashLocal =>
  ({ kind: 'trashLocal', id: `t${n}` as FileId, path: `here/${n}` as RelPath }) as TrashLocal;
const erase = (n: number): DeleteRemote =>
  ({ kind: 'deleteRemote', id: `d${n}` as FileId, path: `there/${n}` as RelPath }) as DeleteRemote;
const adopt = { kind: 'adopt', id: 'a' as FileId, path: 'x' as RelPath } as Adopt;
const many = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

const calm = {
  deletedBefore: 0,
  listingEmpty: false,
  serviceWentBack: false,
  heldBefore: null,
  unsure: [],
  mayLieIn: () => null,
};
const nobody: ReadonlySet<FileId> = new Set();

describe('holdDeletes', () => {
  it.each([
    ['4 of 4', 4, 4, false],
    ['5 of 25: a fifth is not over a fifth', 5, 25, false],
    ['5 of 24', 5, 24, true],
    ['5 of 5', 5, 5, true],
    ['25 of 1000', 25, 1000, false],
    ['26 of 1000', 26, 1000, true],
    ['0 of 0', 0, 0, false],
  ])('%s', (_what, deletes, siteFiles, holds) => {
    for (const make of [trash, erase]) {
      const actions: Action[] = [adopt, ...many<Action>(deletes, make)];
      const { go, held } = holdDeletes(actions, { siteFiles, ...calm }, nobody);
      expect(held !== null).toBe(holds);
      expect(go).toEqual(holds ? [adopt] : actions);
    }
  });

  it('counts both directions together and names the greater one', () => {
    const actions = [...many(10, trash), ...many(16, erase)];
    const { go, held } = holdDeletes(actions, { siteFiles: 1000, ...calm }, nobody);
    expect(go).toEqual([]);
    expect(held).toMatchObject({ direction: 'remote', count: 26, of: 1000 });
    expect(held?.why).toBe(
      '26 files of 1,000 would be deleted at once: 10 on this computer and 16 on the service.',
    );
    const ofOneSide = (actions: readonly Action[]): string | undefined =>
      holdDeletes(actions, { siteFiles: 40, ...calm }, nobody).held?.why;
    expect(ofOneSide(many(26, trash))).toBe('26 files of 40 would be deleted on this computer at once.');
    expect(ofOneSide(many(27, erase))).toBe('27 files of 40 would be deleted on the service at once.');
    expect(held?.files[0]).toEqual({ id: 't0', path: 'here/0', direction: 'local' });
    expect(held?.files.at(-1)).toEqual({ id: 'd15', path: 'there/15', direction: 'remote' });
  });

  it('holds even one delete where the listing came back empty', () => {
    const { go, held } = holdDeletes(
      [trash(1), adopt],
      {
        siteFiles: 3,
        ...calm,
        listingEmpty: true,
      },
      nobody,
    );
    expect(go).toEqual([adopt]);
    expect(held).toMatchObject({ direction: 'local', count: 1, of: 3 });
    expect(held?.why).toContain('lists no file');
  });

  it('holds only what would be removed here where the service went back', () => {
    const facts = {
      siteFiles: 100,
      ...calm,
      serviceWentBack: true,
    };
    const { go, held } = holdDeletes([erase(1), trash(1), adopt], facts, nobody);
    expect(go).toEqual([erase(1), adopt]);
    expect(held).toMatchObject({ direction: 'local', count: 1 });
    expect(holdDeletes([erase(1)], facts, nobody).held).toBeNull();
    expect(holdDeletes(many<Action>(26, erase), facts, nobody).held).toMatchObject({ count: 26 });
  });

  it('goes on saying why they are held, even when nothing else shows it any more', () => {
    const back = { siteFiles: 100, ...calm, serviceWentBack: true };
    const heldBefore = holdDeletes([trash(1)], back, nobody).held;
    const after = { siteFiles: 100, ...calm };
    const { why = '' } = heldBefore ?? {};
    const of = (facts: Partial<GuardFacts>): HeldDeletes | null =>
      holdDeletes([trash(1)], { ...after, heldBefore, ...facts }, nobody).held;
    expect(of({})).toMatchObject({ count: 1, why, serviceWentBack: true });
    // What decides is what is kept, and no words.
    expect(of({ heldBefore: { ...heldBefore!, why: 'In other words.' } })).toMatchObject({ why });
    const others = of({ heldBefore: { ...heldBefore!, serviceWentBack: false } });
    expect(others).toMatchObject({ serviceWentBack: false });
    expect(others?.why).toContain('still waits');
    expect(of({ heldBefore: null })).toBeNull();
  });

  it('remembers that the service went back while nobody can tell whether they are due, and behind a mass delete', () => {
    const back = { siteFiles: 100, ...calm, serviceWentBack: true };
    const many26 = holdDeletes(many<Action>(26, trash), back, nobody).held;
    expect(many26).toMatchObject({ count: 26, serviceWentBack: true });
    const facts = { siteFiles: 100, ...calm, heldBefore: many26 };
    expect(holdDeletes(many<Action>(26, trash), facts, nobody).held).toMatchObject({ serviceWentBack: true });
    expect(holdDeletes(many<Action>(26, erase), facts, nobody).held).toMatchObject({
      serviceWentBack: false,
    });
    const unsure = many26!.files.slice(0, 2);
    const asked = holdDeletes([], { ...facts, unsure }, nobody).held;
    expect(asked).toMatchObject({ count: 2, why: many26!.why, serviceWentBack: true });
    const forbidden = holdDeletes([erase(1)], { ...facts, unsure, mayLieIn: () => 'Old' }, nobody).held;
    expect(forbidden).toMatchObject({ count: 3, serviceWentBack: true });
    expect(holdDeletes([trash(0)], { ...facts, heldBefore: forbidden }, nobody).held?.why).toContain(
      'older backup',
    );
    expect(holdDeletes([erase(1)], { ...facts, mayLieIn: () => 'Old' }, nobody).held).toMatchObject({
      serviceWentBack: false,
    });
  });

  it('say where those would happen that are left once a person decided about some', () => {
    const { held } = holdDeletes([...many(10, trash), ...many(5, erase)], { siteFiles: 20, ...calm }, nobody);
    expect(held).toMatchObject({ direction: 'local', count: 15 });
    const idsOf = (direction: string): ReadonlySet<FileId> =>
      new Set(held!.files.filter((file) => file.direction === direction).map(({ id }) => id));
    const left = heldWithout(held!, idsOf('local'));
    expect(left).toMatchObject({ direction: 'remote', count: 5, of: 20, why: held!.why });
    expect(heldWithout(left!, idsOf('remote'))).toBeNull();
  });

  it('lets approved deletes go on and does not count them', () => {
    const actions = many(30, trash);
    const approved = new Set(actions.slice(0, 10).map((action) => action.id));
    expect(holdDeletes(actions, { siteFiles: 1000, ...calm }, approved)).toEqual({ go: actions, held: null });
    const few = new Set(actions.slice(0, 2).map((action) => action.id));
    const { go, held } = holdDeletes(actions, { siteFiles: 1000, ...calm }, few);
    expect(go).toEqual(actions.slice(0, 2));
    expect(held?.count).toBe(28);
    const alarming = { siteFiles: 30, ...calm, listingEmpty: true, serviceWentBack: true };
    const all = new Set(actions.map(({ id }) => id));
    expect(holdDeletes(actions, alarming, all)).toEqual({ go: actions, held: null });
  });

  it.each([
    ['1 after 25 of 1000', 1, 25, 1000, true],
    ['1 after 24 of 1000', 1, 24, 1000, false],
    ['1 after 4 of 24', 1, 4, 24, true],
    ['1 after 4 of 25', 1, 4, 25, false],
    ['3 after 1 of 4: fewer than 5', 3, 1, 4, false],
    ['none after 300 of 300', 0, 300, 300, false],
  ])('adds up deletes that trickle in: %s', (_what, deletes, before, siteFiles, holds) => {
    for (const make of [trash, erase]) {
      const actions: Action[] = [adopt, ...many<Action>(deletes, make)];
      const facts = { ...calm, siteFiles, deletedBefore: before };
      const { go, held } = holdDeletes(actions, facts, nobody);
      expect(held?.count ?? null).toBe(holds ? deletes : null);
      expect(go).toEqual(holds ? [adopt] : actions);
      if (holds)
        expect(held?.why).toMatch(
          new RegExp(`would be deleted on .*, after ${before} files just before\\.$`),
        );
      const all = new Set(actions.filter(isDelete).map(({ id }) => id));
      expect(holdDeletes(actions, facts, all).held).toBeNull();
    }
  });
});

describe('countFrom', () => {
  const now = 1_000_000_000;

  it('counts all of this sync, and in a watch the last minutes as well', () => {
    expect(countFrom(now - 1, now, false)).toBe(now - 1);
    expect(countFrom(now - 1, now, true)).toBe(now - TRICKLE);
    expect(countFrom(now - 2 * TRICKLE, now, true)).toBe(now - 2 * TRICKLE);
  });
});
