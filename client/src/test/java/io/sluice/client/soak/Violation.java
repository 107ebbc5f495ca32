package io.sluice.client.soak;

import org.jspecify.annotations.Nullable;

/**
 * A promise that was broken.
 *
 * @param promise the promise
 * @param evidence what was seen: the entry of the ledger, numbers
 * @param threads stacks at that moment
 */
record Violation(Promise promise, String evidence, String threads) {

    /** What the observer holds the client to. */
    enum Promise {
        SETTLES_ONCE("each accepted mutation settles exactly once"),
        SENT_IN_TIME("no accepted mutation is unsent for longer than two periods while its server answers, and"
                + " nothing before it in an ordered row is unsettled"),
        NO_FAILURE("no mutation fails while its server answers"),
        TRUTHFUL_ERROR("what is said not to be applied is not applied"),
        USED_COVERS_HELD("the budget says at least what is held"),
        WITHIN_BUDGET("no more is held than the limit and one mutation"),
        NO_WAIT_WITH_ROOM("nobody waits while there is room, or while it could be made"),
        ROW_ORDER("mutations of one row are applied in their order"),
        DEADLINES("close and flush end by their deadline and a second"),
        POOL_GROWS("while a request waits for a connection and the limit allows one, a connect is under way"),
        WELL_FORMED("no server sees a malformed request"),
        CONNECTS("a connection opens while a bootstrap server is healthy"),
        NOTHING_THROWN("the public interface throws nothing but what it documents"),
        NOTHING_LEFT("after the close nothing is left");

        private final String text;

        Promise(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    static Violation of(Promise promise, String evidence) {
        return new Violation(promise, evidence, Stacks.relevant(null));
    }

    static Violation of(Promise promise, String evidence, @Nullable Thread thread) {
        return new Violation(promise, evidence, Stacks.relevant(thread));
    }

    String headline() {
        return promise + " (" + promise.text() + "): " + evidence;
    }

    @Override
    public String toString() {
        return headline() + "\n" + threads;
    }
}
