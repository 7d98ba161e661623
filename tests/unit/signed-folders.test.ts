import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { addressBlockOf } from '#server/caller.ts';
import { akamaiSigner, akamaiToken } from '#server/ports/media/signed/akamai.ts';
import { bunnySigner } from '#server/ports/media/signed/bunny.ts';
import { cloudfrontSigner } from '#server/ports/media/signed/cloudfront.ts';
import { resolveSignedPath, serverSigner } from '#server/ports/media/signed/server-signer.ts';

const expires = new Date(1893456000_000);
const grant = { expires, network: '203.0.113' };

test('Bunny: matches the official test vector', () => {
  const sign = bunnySigner({ baseUrl: 'https://cdn.example', key: 'sandbox_bunny_key' });
  expect(sign('/m/42/', grant)).toEqual({
    base: 'https://cdn.example/bcdn_token=HS256-xQGcxTey6Vk2G6X2l0r3fge8HFPjAdGK85KJ23U-7P4&token_path=%2Fm%2F42%2F&expires=1893456000/m/42/',
    query: '',
  });
});

test('Akamai: matches the official test vector', () => {
  const key = 'aabbccddeeff00112233445566778899';
  expect(akamaiToken(key, ['exp=1893456000', 'acl=/m/42/*', 'id=sess_1'])).toBe(
    'exp=1893456000~acl=/m/42/*~id=sess_1~hmac=fed28f81e6bf51fd56c98e1e30ebb4e7788d449789353e261c38ab060086b5d2',
  );
  const { base, query } = akamaiSigner({ baseUrl: 'https://cdn.example', key })('/m/42/', grant);
  expect(base + query).toMatch(
    /^https:\/\/cdn\.example\/m\/42\/\?hdnts=exp=1893456000~acl=\/m\/42\/\*~hmac=[0-9a-f]{64}$/,
  );
});

test('CloudFront: the public key verifies the folder policy', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { base, query } = cloudfrontSigner({ baseUrl: 'https://cdn', key, keyId: 'K2' })(
    '/m/42/',
    grant,
  );
  const params = new URLSearchParams(query);
  const bytes = (name: string) =>
    Buffer.from(
      params.get(name)!.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
      'base64',
    );
  expect(base).toBe('https://cdn/m/42/');
  expect(bytes('Policy').toString()).toBe(
    '{"Statement":[{"Resource":"https://cdn/m/42/*","Condition":{"DateLessThan":{"AWS:EpochTime":1893456000}}}]}',
  );
  expect(params.get('Key-Pair-Id')).toBe('K2');
  expect(params.get('Hash-Algorithm')).toBe('SHA256');
  expect(verify('sha256', bytes('Policy'), createPublicKey(privateKey), bytes('Signature'))).toBe(
    true,
  );
});

test('server signer: valid only for its folder, network, time and secret', () => {
  const { base } = serverSigner('a secret of sixteen')('/packages/a-film/', grant);
  const [address, soon] = [`${base}240p/00001.m4s`, new Date(expires.getTime() - 1)];
  expect(
    resolveSignedPath({
      secrets: ['a secret of sixteen'],
      pathname: address,
      network: grant.network,
      now: soon,
    }),
  ).toBe('/packages/a-film/240p/00001.m4s');
  expect(
    resolveSignedPath({
      secrets: ['a secret of sixteen'],
      pathname: address,
      network: grant.network,
      now: expires,
    }),
  ).toBeNull();
  expect(
    resolveSignedPath({
      secrets: ['a secret of sixteen'],
      pathname: address,
      network: '203.0.114',
      now: soon,
    }),
  ).toBeNull();
  expect(
    resolveSignedPath({
      secrets: ['another secret', 'a secret of sixteen'],
      pathname: address,
      network: grant.network,
      now: soon,
    }),
  ).not.toBeNull();
  expect(
    resolveSignedPath({
      secrets: ['another secret'],
      pathname: address,
      network: grant.network,
      now: soon,
    }),
  ).toBeNull();
});

test.each([
  ['203.0.113.7', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::1', '2001:db8:0'],
  ['127.0.0.1', 'this machine'],
  ['::1', 'this machine'],
])('%s is in the block %s', (ip, block) => expect(addressBlockOf(ip)).toBe(block));
