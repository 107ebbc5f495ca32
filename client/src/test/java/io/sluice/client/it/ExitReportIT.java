package io.sluice.client.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.TableName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a program hears that ends with mutations in its buffer. */
class ExitReportIT {

    @RegisterExtension
    final Session session = new Session();

    private String runAndEnd(String how) throws IOException, InterruptedException {
        TableName table = session.table("f");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        UnclosedProgram.class.getName(),
                        session.quorum(),
                        session.server().znodeParent(),
                        table.getNameAsString(),
                        how)
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(Session.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(program.exitValue()).as(output).isZero();
            return output;
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void exit_withMutationsInTheBuffer_isReported() throws Exception {
        assertThat(runAndEnd("forget")).contains("7 mutations of the mutator for", "have not been acknowledged");
    }

    @Test
    void exit_afterClose_saysNothing() throws Exception {
        assertThat(runAndEnd("close")).doesNotContain("have not been acknowledged");
    }
}
