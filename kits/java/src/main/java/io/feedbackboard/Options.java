package io.feedbackboard;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** The checked options of a client: a mistake is reported where the client is created. */
final class Options {
    final String apiOrigin;
    final String projectKey;
    /** Null if the client only reads. */
    final TokenSource tokenSource;
    final Consumer<Optional<Me>> sessionListener;
    final Transport transport;
    final Sleeper sleeper;
    final int tries;
    final long longestWaitMs;
    final long tokenTimeoutMs;
    final int requestTimeoutMs;
    final ExecutorService workers = Waiting.workers();

    Options(FeedbackClient.Builder given) {
        if (!String.valueOf(given.apiOrigin).matches("https?://[^\\s/?#]+")) {
            throw refused("apiOrigin must be an origin alone, such as https://api.example.com.");
        }
        if (String.valueOf(given.projectKey).startsWith("svc_sk_")) {
            throw refused("projectKey is a secret key, and whoever has the app can read it: revoke it now.");
        }
        if (!String.valueOf(given.projectKey).matches("svc_pk_\\w+")) {
            throw refused("projectKey must be the publishable key, svc_pk_…");
        }
        if (given.tries < 1 || given.tokenTimeoutMs < 1 || given.requestTimeoutMs < 1) {
            throw refused("tries and timeouts must be at least 1.");
        }
        apiOrigin = given.apiOrigin;
        projectKey = given.projectKey;
        tokenSource = given.tokenSource;
        sessionListener = given.sessionListener;
        transport = given.transport;
        sleeper = given.sleeper;
        tries = given.tries;
        longestWaitMs = given.longestWaitMs;
        tokenTimeoutMs = given.tokenTimeoutMs;
        requestTimeoutMs = given.requestTimeoutMs;
    }

    private static FeedbackException refused(String title) {
        return FeedbackException.of("option_invalid", title).detail("Correct this option of the builder.").exception();
    }
}
