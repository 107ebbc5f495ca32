package io.sluice.loader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks when {@code tools/sluice} builds, in a tree with a Maven and a Java that only report that they were called.
 */
class SluiceScriptTest {
    private static final FileTime OLD = FileTime.fromMillis(1_000_000_000_000L);
    private static final FileTime NEWER = FileTime.fromMillis(1_100_000_000_000L);
    private static final String JAR = "client/loader/target/sluice-loader-1.jar";
    private static final String BUILT = "mvn";
    private static final String RUN = "java -X";
    private static final String ARCHIVE = "client/loader/target/sluice.jsa";

    @TempDir
    Path root = Path.of("");

    @BeforeEach
    void tree() throws IOException {
        assumeTrue(File.separatorChar == '/', "a script for sh");
        Path script = Path.of("tools/sluice");
        file(
                "tools/sluice",
                Files.readString(
                        Files.exists(script) ? script : Path.of("../..").resolve(script)));
        file("pom.xml", "<version>1</version>\n");
        file("core/src/main/java/A.java", "");
        file("client/pom.xml", "");
        file("client/loader/src/test/java/B.java", "");
        file("client/target/src/main/C.java", "");
        file(
                "bin/mvn",
                "#!/bin/sh\necho mvn\nmkdir -p client/loader/target/lib\n[ -f " + JAR + " ] || touch " + JAR + "\n");
        file("bin/java", "#!/bin/sh\necho java \"$@\"\n");
    }

    @Test
    void sluice_noJar_builds_andThenNoMore() throws Exception {
        assertThat(sluice()).contains("Building the loader ...", BUILT, RUN, "doctor");
        assertThat(sluice()).startsWith(RUN).doesNotContain(BUILT);
    }

    @Test
    void sluice_sourceNewerThanTheJar_buildsOnce_andNamesIt() throws Exception {
        jar();
        assertThat(sluice()).startsWith(RUN);
        touch("core/src/main/java/A.java", NEWER);
        assertThat(sluice()).contains("core/src/main/java/A.java is newer", BUILT, RUN);
        // Maven has not changed the jar.
        assertThat(Files.getLastModifiedTime(root.resolve(JAR))).isEqualTo(OLD);
        assertThat(sluice()).startsWith(RUN);
    }

    @Test
    void sluice_testsAndBuiltFilesThatAreNewer_doNotMatter() throws Exception {
        jar();
        touch("client/loader/src/test/java/B.java", NEWER);
        touch("client/target/src/main/C.java", NEWER);
        assertThat(sluice()).startsWith(RUN);
        touch("client/pom.xml", NEWER);
        assertThat(sluice()).contains("client/pom.xml is newer", BUILT);
    }

    @Test
    void sluice_anInterruptedBuild_isDoneAgain() throws Exception {
        jar();
        file("client/loader/target/sluice.built.new", "");
        assertThat(sluice()).contains("Building the loader ...", BUILT, RUN);
        assertThat(sluice()).startsWith(RUN);
    }

    @Test
    void sluice_aBuild_storesTheClassesOfALoad_whichRunsUse() throws Exception {
        file(
                "bin/java",
                "#!/bin/sh\nfor flag; do case $flag in -XX:ArchiveClassesAtExit=*) cat > \"${flag#*=}\"; esac; done\n"
                        + "echo java \"$@\"\n");
        assertThat(sluice()).contains(BUILT, "-XX:SharedArchiveFile=" + root.resolve(ARCHIVE));
        assertThat(root.resolve(ARCHIVE)).hasContent("id\n1");
        assertThat(sluice()).doesNotContain(BUILT).contains("-XX:SharedArchiveFile=" + root.resolve(ARCHIVE));
    }

    @Test
    void sluice_noClassesStored_orOlderOnes_runsWithout() throws Exception {
        file("bin/java", "#!/bin/sh\ncase $* in *ArchiveClassesAtExit*) exit 1; esac\necho java \"$@\"\n");
        assertThat(sluice()).contains(BUILT, RUN).doesNotContain("SharedArchiveFile");
        file(ARCHIVE, "");
        assertThat(sluice()).startsWith(RUN).doesNotContain("SharedArchiveFile");
    }

    private void jar() throws IOException {
        Files.createDirectories(root.resolve("client/loader/target/lib"));
        file(JAR, "");
    }

    private void file(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        touch(name, OLD);
    }

    private void touch(String name, FileTime time) throws IOException {
        var unused = Files.setLastModifiedTime(root.resolve(name), time);
    }

    private String sluice() throws IOException, InterruptedException {
        return sluice("doctor");
    }

    private String sluice(String command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(root.resolve("tools/sluice").toString(), command);
        builder.environment().put("PATH", root.resolve("bin") + File.pathSeparator + System.getenv("PATH"));
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
