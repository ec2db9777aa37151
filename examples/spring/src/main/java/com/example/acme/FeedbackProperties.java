package com.example.acme;

import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;

/** What application.properties says below `feedback`. */
@ConfigurationProperties("feedback")
public record FeedbackProperties(
        String projectId, String projectKey, String keyId, Path privateKeyFile, String apiOrigin, String boardOrigin) {
    public FeedbackProperties {
        // An address that is copied from a browser has a slash at its end; an origin has none.
        apiOrigin = apiOrigin.replaceFirst("/$", "");
        boardOrigin = boardOrigin.replaceFirst("/$", "");
    }
}
