package io.sluice.loader;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a completion script for shells. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash and zsh. Use it with:  source <(tools/sluice completion)",
            ""
        })
@SuppressWarnings("NullAway.Init") // picocli sets the fields.
final class CompletionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = spec.root().commandLine();
        root.getOut().print(AutoComplete.bash(root.getCommandName(), root));
        root.getOut().flush();
        return CommandLine.ExitCode.OK;
    }
}
