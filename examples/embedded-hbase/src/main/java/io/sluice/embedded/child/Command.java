package io.sluice.embedded.child;

import java.io.IOException;
import java.util.List;

/** A command from the parent. */
@FunctionalInterface
interface Command {
    /**
     * Runs the command.
     *
     * @param arguments its tokens
     * @param data receives lines of data
     * @return the tokens of the answer's last line
     */
    List<String> run(Arguments arguments, Data data) throws IOException, InterruptedException;

    /** Receives a command's lines of data. */
    @FunctionalInterface
    interface Data {
        void line(List<String> tokens) throws IOException;
    }
}
