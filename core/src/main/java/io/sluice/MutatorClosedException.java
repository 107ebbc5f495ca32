package io.sluice;

import java.io.IOException;

/** The mutator was closed before the mutation was accepted or acknowledged. */
public class MutatorClosedException extends IOException {

    private static final String START = "Already closed";

    /**
     * Creates an exception whose message starts with "Already closed", which is prefixed to {@code detail} if it is
     * missing there.
     */
    public MutatorClosedException(String detail) {
        super(detail.startsWith(START) ? detail : START + ": " + detail);
    }
}
