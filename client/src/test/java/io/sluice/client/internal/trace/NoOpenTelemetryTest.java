package io.sluice.client.internal.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Who does not trace need not have the library. */
class NoOpenTelemetryTest {

    @Test
    void withoutTheLibrary_writesGoOn() throws Exception {
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> !path.contains("opentelemetry"))
                .collect(Collectors.joining(File.pathSeparator));
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        UntracedProgram.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(output).contains("acknowledged, OpenTelemetry absent, methods true");
            assertThat(program.exitValue()).as(output).isZero();
        } finally {
            program.destroyForcibly();
        }
    }
}
