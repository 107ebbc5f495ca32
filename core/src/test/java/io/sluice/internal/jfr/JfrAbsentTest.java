package io.sluice.internal.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A JVM may have been linked without the recorder's module. */
class JfrAbsentTest {

    private static String run(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), WritingProgram.class.getName()));
        Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(program.exitValue()).as(output).isZero();
            return output;
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void withoutTheModule_everythingElseWorks() throws Exception {
        assertThat(run("--limit-modules", "java.base,java.xml,java.logging,java.management,jdk.unsupported"))
                .contains("acknowledged 100, recorder absent");
    }

    @Test
    void withIt_too() throws Exception {
        assertThat(run()).contains("acknowledged 100, recorder present");
    }
}
