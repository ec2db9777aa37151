package io.feedbackboard;

/** How to wait between attempts; for tests. */
@FunctionalInterface
public interface Sleeper {
    void sleep(long milliseconds) throws InterruptedException;
}
