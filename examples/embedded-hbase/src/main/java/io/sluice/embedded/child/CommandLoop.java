package io.sluice.embedded.child;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Executes the parent's commands one after the other and answers them. */
final class CommandLoop {
    private final Map<String, Command> commands = new HashMap<>();
    private final Answers answers;

    CommandLoop(Cluster cluster, Answers answers) {
        this.answers = answers;
        new TableCommands(cluster).addTo(commands);
        new CellCommands(cluster).addTo(commands);
        new RegionCommands(cluster).addTo(commands);
    }

    /** Makes the loop also accept commands for servers in this JVM. */
    CommandLoop with(ServerCommands servers) {
        servers.addTo(commands);
        return this;
    }

    /** Runs until this JVM ends, or the parent stops reading. */
    void run(ParentWatch watch) throws IOException, InterruptedException {
        while (true) {
            List<String> words = List.of(watch.next().split(" ", -1));
            long number = Long.parseLong(words.get(0));
            Command command = commands.get(words.get(1));
            if (command == null) {
                answers.error(number, "No such command: " + words.get(1));
                continue;
            }
            Arguments arguments = new Arguments(words.subList(2, words.size()));
            try {
                answers.ok(number, command.run(arguments, tokens -> answers.data(number, tokens)));
            } catch (IOException | RuntimeException e) {
                answers.error(number, text(e));
            }
        }
    }

    /** Types and messages of the whole chain, since the reason is usually at its end. */
    private static String text(Throwable error) {
        StringBuilder text = new StringBuilder(error.toString());
        for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
            text.append("; caused by ").append(cause);
        }
        return text.toString();
    }
}
