package com.example.acme;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** JDK 17 or newer, standard library only. Run it with: java SignInToken.java */
public final class SignInToken {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private SignInToken() {}

    /**
     * Signs a token that works once. {@code claims} holds the optional ones: nonce, email, email_verified, given_name,
     * family_name, locale, traits. One that is null or "" is left out.
     */
    public static String create(
            String projectId, String keyId, ECPrivateKey privateKey, String audience, String userId, Map<String, ?> claims)
            throws GeneralSecurityException {
        byte[] random = new byte[16]; // 128 random bits; UUID.randomUUID() has 122
        RANDOM.nextBytes(random);
        long issuedAt = Instant.now().getEpochSecond();

        Map<String, Object> payload = new LinkedHashMap<>(claims);
        payload.values().removeIf(value -> value == null || value.equals(""));
        payload.put("iss", projectId);
        payload.put("aud", audience.replaceFirst("/$", "")); // an origin has no slash at its end
        payload.put("sub", userId);
        payload.put("iat", issuedAt);
        payload.put("exp", issuedAt + 300); // at most 600
        payload.put("jti", BASE64URL.encodeToString(random));

        String signed = encode(Map.of("alg", "ES256", "kid", keyId, "typ", "svc-sso+jwt")) + "." + encode(payload);
        // This format is r || s in 64 bytes, as JWS asks; "SHA256withECDSA" answers DER, which is refused.
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initSign(privateKey);
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + BASE64URL.encodeToString(signature.sign());
    }

    /** Reads a PKCS#8 PEM ("BEGIN PRIVATE KEY"). */
    public static ECPrivateKey readPrivateKey(String pem) throws GeneralSecurityException {
        String base64 = pem.replaceAll("-----(BEGIN|END) PRIVATE KEY-----|\\s", "");
        PKCS8EncodedKeySpec spec = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
        return (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(spec);
    }

    private static String encode(Map<String, ?> part) {
        return BASE64URL.encodeToString(json(part).getBytes(StandardCharsets.UTF_8));
    }

    /** The JDK has no JSON writer. Where your project has one, use it here. */
    private static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> json(entry.getKey().toString()) + ":" + json(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof Number || value instanceof Boolean) return value.toString();
        return value.toString().codePoints()
                .mapToObj(c -> c < 0x20 || c == '"' || c == '\\' ? String.format("\\u%04x", c) : Character.toString(c))
                .collect(Collectors.joining("", "\"", "\""));
    }

    // From here on: the command line around it.
    public static void main(String[] args) throws IOException, GeneralSecurityException {
        Map<String, String> claims = new LinkedHashMap<>();
        setting("USER_EMAIL").ifPresent(email -> claims.put("email", email));
        setting("NONCE").ifPresent(nonce -> claims.put("nonce", nonce));
        ECPrivateKey privateKey = readPrivateKey(Files.readString(Path.of(required("PRIVATE_KEY_FILE"))));
        System.out.println(create(
                required("PROJECT_ID"), required("KEY_ID"), privateKey, required("AUDIENCE"), required("USER_ID"), claims));
    }

    private static Optional<String> setting(String name) {
        return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isEmpty());
    }

    private static String required(String name) {
        return setting(name).orElseGet(() -> {
            System.err.println(name + " is not set.");
            System.exit(1);
            return null; // never reached; the compiler cannot know
        });
    }
}
