package io.sluice.loader;

import io.sluice.loader.write.ExitCodes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code sluice}. */
@Command(
        name = "sluice",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = SluiceVersion.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = "Loads files into HBase tables, and helps with what can go wrong.",
        subcommands = {HelpCommand.class},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:some rows were broken or not written, or a check failed",
            "2:bad usage, or input that cannot be read",
            "3:the cluster cannot be reached",
            "130:interrupted; 143 by SIGTERM"
        })
public final class Loader {
    Loader() {}

    /** Runs a command and ends the JVM with one of the exit codes of {@code --help}. */
    public static void main(String[] args) {
        StopSignal signal = new StopSignal(Thread.currentThread());
        signal.idle();
        signal.listenToShutdown();
        int exitCode = commandLine(signal).execute(args);
        signal.exit(exitCode);
    }

    /** @param signal stops commands early */
    static CommandLine commandLine(StopSignal signal) {
        CommandLine line = new CommandLine(new Loader());
        line.addSubcommand(new LoadCommand(signal))
                .addSubcommand(new ReplayCommand(signal))
                .addSubcommand(new KeyCommand())
                .addSubcommand(new RegionsCommand())
                .addSubcommand(new DoctorCommand())
                .addSubcommand(new CompletionCommand());
        IParameterExceptionHandler byDefault = line.getParameterExceptionHandler();
        return line.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((error, args) -> badUsage(unknownOptionsFirst(error), args, byDefault))
                .setExecutionExceptionHandler((error, failed, parsed) -> exitCode(error, failed));
    }

    /** Does not print the usage text of the command, whose length would push the message off the screen. */
    private static int badUsage(ParameterException error, String[] args, IParameterExceptionHandler byDefault)
            throws Exception {
        CommandLine line = error.getCommandLine();
        if (line.getParent() == null) {
            return byDefault.handleParseException(error, args);
        }
        line.getErr().println(error.getMessage());
        line.getErr().println("see " + line.getCommandSpec().qualifiedName() + " --help");
        return ExitCodes.USAGE;
    }

    /** If a required option is mistyped, it is also missing: report the mistyped option, not the missing one. */
    private static ParameterException unknownOptionsFirst(ParameterException error) {
        CommandLine line = error.getCommandLine();
        List<String> unknown = line.getUnmatchedArguments().stream()
                .filter(word -> word.startsWith("-"))
                .toList();
        if (unknown.isEmpty()) {
            return error;
        }
        List<String> texts = new ArrayList<>();
        for (String word : unknown) {
            String name = word.replaceFirst("=.*", "");
            List<String> similar = new UnmatchedArgumentException(line, List.of(name)).getSuggestions();
            texts.add("Unknown option '" + name + "'"
                    + (similar.isEmpty() ? "" : ": did you mean " + String.join(" or ", similar) + "?"));
        }
        return new ParameterException(line, String.join(System.lineSeparator(), texts), error);
    }

    private static int exitCode(Exception error, CommandLine line) throws Exception {
        if (error instanceof BadInputException
                || error instanceof IllegalArgumentException
                || error instanceof UncheckedIOException) {
            line.getErr().println(error.getMessage());
            return ExitCodes.USAGE;
        }
        if (error instanceof FileSystemException) {
            line.getErr().println("Cannot access a file: " + error);
            return ExitCodes.USAGE;
        }
        if (error instanceof InterruptedException) {
            line.getErr().println(error.getMessage() == null ? "Interrupted" : error.getMessage());
            return ExitCodes.INTERRUPTED;
        }
        if (error instanceof IOException) {
            line.getErr()
                    .println("The command failed: " + error.getMessage()
                            + "; run sluice doctor with the same cluster options");
            return ExitCodes.UNREACHABLE;
        }
        throw error;
    }
}
