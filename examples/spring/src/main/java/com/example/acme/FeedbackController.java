package com.example.acme;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.interfaces.ECPrivateKey;
import java.util.Map;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The two addresses that the board and the widget need. */
@RestController
public class FeedbackController {
    private final FeedbackProperties feedback;
    private final ECPrivateKey privateKey;

    public FeedbackController(FeedbackProperties feedback) throws IOException, GeneralSecurityException {
        this.feedback = feedback;
        this.privateKey = SignInToken.readPrivateKey(Files.readString(feedback.privateKeyFile()));
    }

    /** A script asks here, so a guest gets 401 and JSON, not a redirect to a page. */
    @GetMapping("/feedback/token")
    public ResponseEntity<Map<String, String>> token(Principal user) throws GeneralSecurityException {
        if (user == null) return answer(HttpStatus.UNAUTHORIZED).body(Map.of("error", "not_signed_in"));
        return answer(HttpStatus.OK).body(Map.of("token", sign(user, feedback.apiOrigin(), Map.of())));
    }

    /** The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token. */
    @GetMapping("/feedback/sign-in")
    public ResponseEntity<Void> signIn(Principal user, @RequestParam(defaultValue = "") String state)
            throws GeneralSecurityException {
        if (state.isEmpty()) return redirect(feedback.boardOrigin());
        // A state like this did not come from the board: it would not fit into a token.
        if (state.length() > 1_000 || state.indexOf('\0') >= 0) return answer(HttpStatus.BAD_REQUEST).build();
        String token = sign(user, feedback.boardOrigin(), Map.of("nonce", state));
        String encoded = URLEncoder.encode(state, StandardCharsets.UTF_8).replace("+", "%20");
        return redirect(feedback.boardOrigin() + "/sso/callback#token=" + token + "&state=" + encoded);
    }

    /** For the user of this session, never for somebody whom the request names. Use your stable id, not the address. */
    private String sign(Principal user, String audience, Map<String, ?> claims) throws GeneralSecurityException {
        return SignInToken.create(
                feedback.projectId(), feedback.keyId(), privateKey, audience, user.getName(), claims);
    }

    private static ResponseEntity<Void> redirect(String address) {
        return answer(HttpStatus.SEE_OTHER).location(URI.create(address)).build();
    }

    private static ResponseEntity.BodyBuilder answer(HttpStatus status) {
        return ResponseEntity.status(status).cacheControl(CacheControl.noStore());
    }
}
