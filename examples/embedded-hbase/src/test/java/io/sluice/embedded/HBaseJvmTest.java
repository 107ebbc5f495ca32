package io.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class HBaseJvmTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void start_program_runsInItsFolderWithItsConfiguration() throws Exception {
        Path in = folder.resolve("a folder");
        HBaseJvm jvm = new HBaseJvm(
                in,
                Map.of("a", "1 < 2 & \"3\"", "b", ""),
                System.getProperty("java.class.path"),
                List.of("-Dp=\\ \"q\""));

        int exitCode =
                jvm.start(Program.class.getName(), List.of("one", "t w o")).waitFor();

        assertThat(exitCode).as("see %s", in).isEqualTo(7);
        assertThat(Files.readAllLines(jvm.output()))
                .containsExactly(
                        "one|t w o", "" + in, "\\ \"q\"", "" + jvm.temporary(), "opened true", "a=1 < 2 & \"3\"", "b=");
        assertThat(Files.readAllLines(jvm.log())).containsExactly("an error");
    }

    @Test
    void folder_relative_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HBaseJvm(Path.of("x"), Map.of(), "", List.of()))
                .withMessageContaining("x");
    }

    /** Says what it was started with. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(String.join("|", arguments));
            System.out.println(Path.of("").toAbsolutePath());
            System.out.println(System.getProperty("p"));
            System.out.println(System.getProperty("java.io.tmpdir"));
            System.out.println("opened " + String.class.getModule().isOpen("java.nio", Program.class.getModule()));
            try (InputStream in = Program.class.getResourceAsStream("/hbase-site.xml")) {
                Document site = DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(in);
                var names = site.getElementsByTagName("name");
                for (int i = 0; i < names.getLength(); i++) {
                    System.out.println(names.item(i).getTextContent() + "="
                            + site.getElementsByTagName("value").item(i).getTextContent());
                }
            }
            System.err.println("an error");
            System.exit(7);
        }
    }
}
