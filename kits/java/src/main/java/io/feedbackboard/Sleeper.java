package io.feedbackboard;

/** How to wait between tries; for tests. */
@FunctionalInterface
public interface Sleeper {
    void sleep(long milliseconds) throws InterruptedException;
}
