import signer from '../../../../../../docs/guides/sign-in-tokens/SignInToken.java?raw'
import { coreOf, type Sample, type SampleValues } from './core.ts'

export function javaSample({ projectId, keyId, apiOrigin, boardOrigin }: SampleValues): Sample {
  return {
    language: 'Java',
    id: 'java',
    file: 'SignInToken.java',
    install: undefined,
    code: `${coreOf(signer)
      .replace('import java.util.Optional;\n', '')
      .replace(
        'import java.nio.charset.StandardCharsets;',
        'import java.net.URLEncoder;\nimport java.nio.charset.StandardCharsets;',
      )
      .replace(' Run it with: java SignInToken.java', '')}

    private static final String PROJECT_ID = "${projectId}";
    private static final String KEY_ID = "${keyId}";
    private static final String API_ORIGIN = "${apiOrigin}";
    public static final String BOARD_ORIGIN = "${boardOrigin}";

    /** At your sign-in URL: redirect the visitor to this address. {@code state} is what the board sent, unchanged. */
    public static String boardAddress(String userId, String state) throws GeneralSecurityException, IOException {
        String token = create(PROJECT_ID, KEY_ID, privateKey(), BOARD_ORIGIN, userId, Map.of("nonce", state));
        return BOARD_ORIGIN.replaceFirst("/$", "") + "/sso/callback#token=" + token + "&state=" + URLEncoder.encode(state, StandardCharsets.UTF_8);
    }

    /** For your own app or the widget: a token that it exchanges for a session. */
    public static String appToken(String userId) throws GeneralSecurityException, IOException {
        return create(PROJECT_ID, KEY_ID, privateKey(), API_ORIGIN, userId, Map.of());
    }

    private static ECPrivateKey privateKey() throws GeneralSecurityException, IOException {
        String pem = System.getenv("FEEDBACK_PRIVATE_KEY");
        return readPrivateKey(pem != null ? pem : Files.readString(Path.of("sign-in-key.pem")));
    }
}
`,
    use: `// With Spring; the principal is the user who is signed in to your app.
@GetMapping("/feedback/sign-in")
ResponseEntity<Void> signIn(Principal user, @RequestParam(defaultValue = "") String state) throws Exception {
    // The state is absent when somebody opens this address by themselves.
    String address = state.isEmpty() ? SignInToken.BOARD_ORIGIN : SignInToken.boardAddress(user.getName(), state);
    return ResponseEntity.status(303).location(URI.create(address)).cacheControl(CacheControl.noStore()).build();
}

// In your SecurityFilterChain: requestMatchers("/feedback/token").permitAll(). Otherwise Spring Security sends guests to a page, and
// the widget expects 401. A GET needs no CSRF token, so leave csrf() as it is.
@GetMapping("/feedback/token")
ResponseEntity<Map<String, String>> token(Principal user) throws Exception {
    if (user == null) {
        return ResponseEntity.status(401).cacheControl(CacheControl.noStore()).body(Map.of("error", "not_signed_in"));
    }
    return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(Map.of("token", SignInToken.appToken(user.getName())));
}
`,
  }
}
