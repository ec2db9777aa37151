import signer from '../../../../../../docs/guides/sign-in-tokens/php.php?raw'
import { coreOf, type Sample, type SampleValues } from './core.ts'

export function phpSample({ projectId, keyId, apiOrigin, boardOrigin }: SampleValues): Sample {
  return {
    language: 'PHP',
    id: 'php',
    file: 'feedback.php',
    kit: '/docs/kits/php',
    install: undefined,
    code: `${coreOf(signer)}

const PROJECT_ID = '${projectId}';
const KEY_ID = '${keyId}';
const API_ORIGIN = '${apiOrigin}';
const BOARD_ORIGIN = '${boardOrigin}';

function privateKey(): OpenSSLAsymmetricKey
{
    $pem = getenv('FEEDBACK_PRIVATE_KEY') ?: (string) file_get_contents('sign-in-key.pem');
    return openssl_pkey_get_private($pem) ?: throw new RuntimeException('The private key cannot be read.');
}

/** At your sign-in URL: redirect the visitor to this address. $state is what the board sent, unchanged. */
function boardAddress(string $userId, string $state, array $claims = []): string
{
    $token = createSignInToken(PROJECT_ID, KEY_ID, privateKey(), BOARD_ORIGIN, $userId, [...$claims, 'nonce' => $state]);
    return rtrim(BOARD_ORIGIN, '/') . '/sso/callback#token=' . $token . '&state=' . rawurlencode($state);
}

/** For your own app or the widget: a token that it exchanges for a session. */
function appToken(string $userId, array $claims = []): string
{
    return createSignInToken(PROJECT_ID, KEY_ID, privateKey(), API_ORIGIN, $userId, $claims);
}
`,
    use: `// With Laravel, in routes/web.php; the middleware auth is yours and lets in users who are signed in to your app.
Route::middleware('auth')->get('/feedback/sign-in', fn (Request $request) =>
    redirect()->away(
        $request->query('state') // absent when somebody opens this address by themselves
            ? boardAddress((string) $request->user()->id, (string) $request->query('state'))
            : BOARD_ORIGIN,
        303,
        ['Cache-Control' => 'no-store'],
    ));
// Without auth: it would send guests to a page, and the widget expects 401. A GET needs no CSRF token.
Route::get('/feedback/token', fn (Request $request) => $request->user()
    ? response()->json(['token' => appToken((string) $request->user()->id)], 200, ['Cache-Control' => 'no-store'])
    : response()->json(['error' => 'not_signed_in'], 401, ['Cache-Control' => 'no-store']));
`,
  }
}
