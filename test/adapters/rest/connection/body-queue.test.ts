import { expect, test } from 'vitest';
import { BodyQueue } from '../../../../main/adapters/rest/connection/body-queue.ts';

test('what came before the reader comes at once, then the end', async () => {
  const body = new BodyQueue();
  expect(body.push(Buffer.from('ab'))).toBe(false);
  body.push(Buffer.from('cd'));
  expect(body.awaited).toBe(false);
  expect((await body.next())?.toString()).toBe('ab');
  expect((await body.next())?.toString()).toBe('cd');
  const coming = body.next();
  expect(body.awaited).toBe(true);
  body.push(Buffer.from('e'));
  expect((await coming)?.toString()).toBe('e');
  body.end(null);
  expect(await body.next()).toBeNull();
  expect(await body.next()).toBeNull();
  expect(body.complete).toBe(true);
});

test('an error comes after what came before it, and again whenever one asks', async () => {
  const body = new BodyQueue();
  body.push(Buffer.from('ab'));
  body.end(new Error('cut'));
  body.end(null);
  expect((await body.next())?.toString()).toBe('ab');
  await expect(body.next()).rejects.toThrow('cut');
  await expect(body.next()).rejects.toThrow('cut');
  expect(body.complete).toBe(false);
});

test('it asks for a pause while a reader is busy, and goes on once it has read', async () => {
  const body = new BodyQueue();
  let goesOn = 0;
  body.onRoom = () => (goesOn += 1);
  const half = Buffer.alloc(512 * 1024);
  expect(body.push(half)).toBe(false);
  expect(body.push(half)).toBe(true);
  await body.next();
  expect(goesOn).toBe(0);
  await body.next();
  expect(goesOn).toBe(1);
});

test('what nobody wants runs out', () => {
  const body = new BodyQueue();
  body.push(Buffer.from('ab'));
  body.drop();
  expect(body.awaited).toBe(true);
  for (let n = 0; n < 10; n += 1) expect(body.push(Buffer.alloc(1024 * 1024))).toBe(false);
  body.end(null);
  expect(body.complete).toBe(true);
});
