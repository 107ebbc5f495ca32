package io.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.result.Better;
import io.sluice.bench.result.Environment;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Goal;
import io.sluice.bench.result.MarkdownTable;
import io.sluice.bench.result.Result;
import io.sluice.bench.result.ResultFile;
import io.sluice.bench.result.Row;
import io.sluice.bench.run.Measured;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.ExitCode;

class CompareTest {
    private static final Row TIME = row("ns", Better.LOWER, 20, 50);
    private static final Row CALLS = row("calls/us", Better.HIGHER, 20, 50);

    private static Row row(String unit, Better better, double ours, double peers) {
        return new Row("a call", unit, better, List.of(figure("sluice", ours, 19, 21), figure("peer", peers, 45, 55)));
    }

    private static Figure figure(String contender, double value, double low, double high) {
        return new Figure(contender, value, low, high, List.of(low, value, high));
    }

    private static Result result() {
        return result(List.of(TIME, CALLS), List.of(Goal.atMost(TIME, 20), Goal.times(CALLS, 1, "peer")));
    }

    private static Result result(List<Row> rows, List<Goal> goals) {
        return new Result(
                "call",
                "What does a call cost?",
                "2026-01-02",
                "bench/compare call",
                new Environment("processor", 2, 1024, "system", "jdk", 0.5, "abc", "shared"),
                Map.of("forks", "1"),
                Map.of("peer", "1.0"),
                rows,
                goals);
    }

    @Test
    void execute_unknownName_isUsageError() {
        assertThat(Compare.commandLine().execute("nothing")).isEqualTo(ExitCode.USAGE);
        assertThat(Compare.commandLine().execute()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void ratioTo_lowerIsBetter_isAbove1WhenWeAreLower() {
        assertThat(TIME.ratioTo("peer")).isEqualTo(2.5);
        assertThat(CALLS.ratioTo("peer")).isEqualTo(0.4);
    }

    @Test
    void goal_atItsLimit_isMet() {
        assertThat(Goal.atMost(TIME, 20).met()).isTrue();
        assertThat(Goal.atMost(TIME, 19.9).met()).isFalse();
        assertThat(Goal.atLeast(CALLS, 20).met()).isTrue();
        assertThat(Goal.atLeast(CALLS, 20.1).met()).isFalse();
        assertThat(Goal.times(TIME, 2.5, "peer").met()).isTrue();
        assertThat(Goal.times(TIME, 2.6, "peer").met()).isFalse();
    }

    @Test
    void resultFile_writtenAndRead_isTheSame(@TempDir Path folder) throws IOException {
        Path file = ResultFile.write(folder, result());
        assertThat(file).hasFileName("2026-01-02-call.json");
        assertThat(ResultFile.read(file)).isEqualTo(result());
    }

    @Test
    void failedRun_keptAndShown_meetsNoGoal(@TempDir Path folder) throws IOException {
        Figure failed = Measured.FAILED.score().of("sluice");
        Row row = new Row("a call", "ns", Better.LOWER, List.of(failed, figure("peer", 50, 45, 55)));
        Goal least = Goal.times(row, 1, "peer");
        Goal most = Goal.atMost(row, 20);
        assertThat(List.of(least.met(), most.met())).containsOnly(false);

        Result kept = ResultFile.read(ResultFile.write(folder, result(List.of(row), List.of(least, most))));

        assertThat(kept.rows()).containsExactly(row);
        assertThat(new MarkdownTable(kept).text())
                .contains("| a call    | ns   | failed | 50.0 (45.0-55.0) | -     |")
                .endsWith("\ngoals met: 0 of 2\n");
    }

    @Test
    void resultFile_notAResult_isRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("x.json"), "{\"name\": 3");
        Assertions.assertThatIOException()
                .isThrownBy(() -> ResultFile.read(file))
                .withMessageContaining("x.json");
        Files.writeString(file, "{}");
        Assertions.assertThatIOException()
                .isThrownBy(() -> ResultFile.read(file))
                .withMessageContaining("no rows");
        Files.writeString(file, "{\"name\":\"call\",\"rows\":[],\"goals\":[]}");
        Assertions.assertThatIOException()
                .isThrownBy(() -> ResultFile.read(file))
                .withMessageContaining("no name or no date");
    }

    @Test
    void prepare_aFileIsInTheWay_isRefused(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("kept"), "");
        Assertions.assertThatIOException()
                .isThrownBy(() -> ResultFile.prepare(file))
                .withMessageContaining("kept, which is no folder");
        ResultFile.prepare(folder.resolve("a/new/one"));
        assertThat(folder.resolve("a/new/one")).isEmptyDirectory();
    }

    @Test
    void text_contenderWithoutFigureInARow_hasADash() {
        Row alone = new Row("another", "ns", Better.LOWER, List.of(figure("sluice", 20, 19, 21)));
        assertThat(new MarkdownTable(result(List.of(TIME, alone), List.of())).text())
                .contains("| a call    | ns   | 20.0 (19.0-21.0) | 50.0 (45.0-55.0) | 2.50  |")
                .contains("| another   | ns   | 20.0 (19.0-21.0) | -                | -     |");
    }

    @Test
    void text_ofResult_hasFiguresAndVerdict() {
        assertThat(new MarkdownTable(result()).text())
                .contains("| a call    | ns       | 20.0 (19.0-21.0) | 50.0 (45.0-55.0) | 2.50  |")
                .contains("| a call   | at most 20 ns     | 20.0     | yes |")
                .contains("| a call   | at least 1 x peer | 0.400    | no  |")
                .endsWith("\ngoals met: 1 of 2\n");
    }

    @Test
    void text_peerOfSomeRowsOnly_leavesItsCellsEmptyInTheOthers() {
        Row alone = new Row("all calls", "ns", Better.LOWER, TIME.figures().subList(0, 1));
        assertThat(new MarkdownTable(result(List.of(alone, TIME), List.of(Goal.growth(TIME, 1.5, alone)))).text())
                .contains("| situation | unit | sluice           | peer             | ratio |")
                .contains("| all calls | ns   | 20.0 (19.0-21.0) | -                | -     |")
                .contains("| a call    | ns   | 20.0 (19.0-21.0) | 50.0 (45.0-55.0) | 2.50  |")
                .contains("| a call   | at most 1.5 x all calls (ns) | 1.00     | yes |");
    }

    @Test
    void report_keptResults_drawsTheNewestAndWritesThePage(@TempDir Path folder) throws IOException {
        Path results = Files.createDirectories(folder.resolve("kept"));
        ResultFile.write(results, result(List.of(TIME), List.of()));
        String older = Files.readString(results.resolve("2026-01-02-call.json"));
        Files.writeString(results.resolve("2025-12-31-call.json"), older.replace("2026-01-02", "2025-12-31"));
        Path page = folder.resolve("RESULTS.md");
        Files.writeString(page, "# Figures\n<!-- generated: figures -->\n<!-- end of generated -->\nEnd.\n");

        assertThat(Compare.commandLine().execute("report", "--results", results.toString()))
                .isEqualTo(ExitCode.OK);
        String once = Files.readString(page);

        assertThat(once)
                .contains("### call, 2026-01-02", "\n![call](kept/plots/call.svg)\n", "| a call    | ns ")
                .doesNotContain("2025-12-31")
                .startsWith("# Figures\n")
                .endsWith("\nEnd.\n");
        assertThat(Files.readString(results.resolve("plots").resolve("call.svg")))
                .startsWith("<svg ")
                .contains("2026-01-02", ">50.0</text>");
        assertThat(Compare.commandLine().execute("report", "--results", results.toString()))
                .isEqualTo(ExitCode.OK);
        assertThat(Files.readString(page)).isEqualTo(once);
    }

    /** A goal is not changed after its result is known, but for what it says about the floor. */
    @Test
    void keptResults_judgedAgain_meetTheSameGoals() throws IOException {
        try (DirectoryStream<Path> kept = Files.newDirectoryStream(Path.of("results"), "*.json")) {
            for (Path file : kept) {
                Result result = ResultFile.read(file);
                assertThat(Report.judged(result).goals().stream().map(CompareTest::withoutFloor))
                        .as(file.toString())
                        .containsExactlyElementsOf(result.goals().stream()
                                .map(CompareTest::withoutFloor)
                                .toList());
            }
        }
    }

    private static Goal withoutFloor(Goal goal) {
        String text = goal.text().replaceFirst(" \\(floor: .*\\)$", "");
        return new Goal(goal.row(), text, goal.actual(), goal.met());
    }

    @Test
    void documents_nameEachComparison() throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String method = Files.readString(Path.of("METHOD.md"));
        assertThat(Compare.COMPARISONS).isNotEmpty().allSatisfy(comparison -> {
            assertThat(readme).contains("bench/compare " + comparison.name() + " ");
            assertThat(method).contains("\n## " + comparison.name() + "\n");
        });
    }

    @Test
    void resultsPage_isWhatReportWrites(@TempDir Path folder) throws IOException {
        Path results = Files.createDirectory(folder.resolve("results"));
        try (DirectoryStream<Path> kept = Files.newDirectoryStream(Path.of("results"), "*.json")) {
            for (Path file : kept) {
                Files.copy(file, results.resolve(file.getFileName()));
            }
        }
        Path page = Files.copy(Path.of("RESULTS.md"), folder.resolve("RESULTS.md"));

        assertThat(Compare.commandLine().execute("report", "--results", results.toString()))
                .isEqualTo(ExitCode.OK);

        assertThat(page).hasSameTextualContentAs(Path.of("RESULTS.md"));
    }
}
