package io.feedbackboard;

/** Asks your backend for a new sign-in token for the user who is signed in to your app. A token works once. */
@FunctionalInterface
public interface TokenSource {
    String newToken() throws Exception;
}
