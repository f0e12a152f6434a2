import { describe, expect, it } from 'vitest';
import { namesCredential } from './credential-names.ts';
import { redactText } from './credentials.ts';

// Made up, and put together here, so that no scanner takes this file for a leak.
const mixed = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z';
const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b';
const shapes: [string, string][] = [
  ['OpenAI', `sk-${mixed}`],
  ['OpenAI project', `sk-proj-${mixed}-${mixed}`],
  ['Anthropic', `sk-ant-api03-${mixed}`],
  ['Stripe', `sk_live_${mixed}`],
  ['ElevenLabs', `sk_${hex}`],
  ['GitHub', `ghp_${mixed}`],
  ['GitHub, fine grained', `github_pat_11ABC_${mixed}`],
  ['GitLab', `glpat-${mixed}`],
  ['Amazon', 'AKIAIOSFODNN7EXAMPLE'],
  ['Google', `AIza${mixed}abc`],
  ['Slack', 'xoxb-1234567890-abcdefghij'],
  ['npm', `npm_${mixed}`],
  ['Hugging Face', `hf_${mixed}`],
  ['Groq', `gsk_${mixed}`],
  ['SendGrid', `SG.${mixed}.${mixed}`],
  ['JWT', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${mixed}`],
  ['Telegram', `123456789:AA${mixed}b`],
  ['PEM', `-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n${mixed}\n-----END RSA PRIVATE KEY-----`],
  ['PEM cut short', `-----BEGIN PRIVATE KEY-----\nMIIEow\n${mixed}`],
];

describe('a credential with a shape of its own', () => {
  for (const [name, secret] of shapes) {
    const parts = secret
      .split(/\s+/)
      .filter((part) => part.length > 8 && !part.startsWith('-----'));
    it.each([
      secret,
      `use ${secret} for it`,
      `(${secret})`,
      `x="${secret}"`,
      `${secret}.`,
      `a,${secret},b`,
      `http://h/?q=${secret}`,
    ])(`${name}: %s`, (text) => {
      const redacted = redactText(text);
      expect(redacted).toContain('[redacted]');
      for (const part of parts.length > 0 ? parts : [secret]) expect(redacted).not.toContain(part);
    });
  }
});

describe('a value that its surroundings give away', () => {
  it.each([
    ['password=hunter2', 'hunter2'],
    ['password = "correct horse battery"', 'horse'],
    ["PASSWORD='swordfish'", 'swordfish'],
    ['Password: swordfish', 'swordfish'],
    ['the password: hunter2 and the user is bob', 'hunter2'],
    ['my password is hunter2!', 'hunter2'],
    ['api_key: abcdefgh', 'abcdefgh'],
    ['API key: 12ab', '12ab'],
    ['export OPENAI_API_KEY=abcdefg', 'abcdefg'],
    ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'wJalrXUtnFEMI'],
    ['{"clientSecret":"a b c"}', 'a b c'],
    ['{\\"password\\":\\"hunter2\\",\\"user\\":1}', 'hunter2'],
    ['{"password":"hun\\"ter2"}', 'ter2'],
    ["headers['X-Api-Key'] = 'swordfish'", 'swordfish'],
    ['os.environ["DB_PASSWORD"] = "swordfish"', 'swordfish'],
    ['Authorization: Bearer abcdefgh', 'abcdefgh'],
    ['Authorization: Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['-H "Authorization: token abcdefgh"', 'abcdefgh'],
    [`Bearer ${mixed}`, mixed],
    ['Cookie: sid=abc; theme=dark', 'abc'],
    ['mysql --password swordfish -u root', 'swordfish'],
    ['tool --api-key "swordfish"', 'swordfish'],
    ['curl -u bob:swordfish http://h', 'swordfish'],
    ['postgres://bob:sword@fish@db:5432/x', 'sword'],
    ['https://bob:swordfish@example.com/', 'swordfish'],
    [`https://${mixed}@github.com/a/b`, mixed],
    [`https://maps.example/?key=${mixed}&q=1`, mixed],
    ['https://h/cb?access_token=abc123&x=1', 'abc123'],
    ['AccountKey=abc+def/ghi==;EndpointSuffix=x', 'abc+def'],
    [`the API key is ${hex}`, hex],
    [`secret for the app ${mixed}`, mixed],
    ['token := "swordfish"', 'swordfish'],
    ['api_key=123e4567-e89b-12d3-a456-426614174000', '123e4567'],
  ])('%s', (text, secret) => {
    expect(redactText(text)).toContain('[redacted]');
    expect(redactText(text)).not.toContain(secret);
  });

  it('keeps what stands around it', () => {
    expect(redactText('login bob password=hunter2, then go')).toBe(
      'login bob password=[redacted], then go',
    );
    expect(redactText('{"user":"bob","password":"x y","port":1}')).toBe(
      '{"user":"bob","password":"[redacted]","port":1}',
    );
    expect(redactText('postgres://bob:pw@db:5432/x')).toBe('postgres://[redacted]@db:5432/x');
    expect(redactText('A_TOKEN=abc B_TOKEN=def')).toBe('A_TOKEN=[redacted] B_TOKEN=[redacted]');
  });

  it('is the same when done twice', () => {
    const once = redactText('password=hunter2 Authorization: Bearer abcdefgh1 --token abc');
    expect(redactText(once)).toBe(once);
  });
});

describe('ordinary text stays as it is', () => {
  it.each([
    'Build finished. Two warnings.',
    `commit ${hex}`,
    `Merged ${hex} into main, the key commit is ${hex}.`,
    'session 123e4567-e89b-12d3-a456-426614174000',
    'the token 123e4567-e89b-12d3-a456-426614174000 is an id',
    'The secret of success is work.',
    'Press any key: it continues.',
    'The password must be at least 8 characters.',
    'Password: required',
    'Token: a unit of text',
    'It used 512 tokens. max_tokens: 4096, token count: 12',
    'tokens: 500',
    'password: string;',
    'const token = null;',
    'PASSWORD=$DB_PASSWORD',
    'Basic understanding of bearer certificates',
    'the basic JavaScript knowledge',
    'task-management-for-everyone-in-2026',
    'git push -u origin main:main',
    'docker run -u 1000:1000 image',
    'ssh://git@github.com/sonara/sonara.git',
    'http://127.0.0.1:8080/settings?key=volume',
    'See https://example.com/a/very/long/path/with-many-words-2026-10-03 for keys',
    'server/log/credential-names.test.ts:12',
    'key_ref: env:OPENAI_API_KEY',
    'Use sk-fading-circle-container as the class',
    'SHA-256 of the file: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'Hei, nøkkelen ligger under matta. 鍵はここです。',
  ])('%s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe('redactText is never slow', () => {
  it.each([
    ['letters', 'a'],
    ['base64', 'aB3+/'],
    ['cues', 'password='],
    ['spaced cues', 'token is '],
    ['quotes', 'token="'],
    ['references', 'token=$'],
    ['urls', 'a://b:'],
    ['backslashes', '\\'],
    ['begin', '-----BEGIN PRIVATE KEY-----'],
    ['tokens', 'eyJaaaaaaaaaa-'],
    ['dashes', '--'],
    ['headers', 'authorization: '],
    ['keys', 'sk-'],
    ['spaces', ' '],
  ])('on repeated %s', (_name, part) => {
    const text = part.repeat(64 * 1024).slice(0, 64 * 1024);
    const start = performance.now();
    redactText(text);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('namesCredential', () => {
  it.each([
    'token',
    'Authorization',
    'OPENAI_API_KEY',
    'apiKey',
    'x-api-key',
    'clientSecret',
    'DB_PASSWORD',
    'pgpassword',
    '--auth-token',
    'Set-Cookie',
    'secret_access_key',
  ])('%s does', (name) => expect(namesCredential(name)).toBe(true));

  it.each([
    'key',
    'tokens',
    'max_tokens',
    'key_ref',
    'token_type',
    'channel',
    'keyboard',
    '',
    'text',
  ])('%s does not', (name) => expect(namesCredential(name)).toBe(false));
});
