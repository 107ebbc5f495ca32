package io.sluice.loader.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final int COLUMNS = 30;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, UTF_8);

    @Test
    void print_onATerminal_staysInOneLine_andLinesAppearAboveIt() {
        String[] line = {"a long line of progress that has no room in this terminal"};
        try (Progress progress =
                new Progress(out, COLUMNS, max -> line[0].substring(0, Math.min(max, line[0].length())))) {
            PrintStream above = progress.above(out);
            progress.print();
            progress.print();
            above.print("line 1 ");
            progress.print();
            above.println("is broken");
            line[0] = "short";
            progress.print();
            above.println("more");
        }
        assertThat(screen()).containsExactly("line 1 is broken", "more", "short", "");
    }

    @Test
    void print_elsewhere_isALineEachTime() {
        try (Progress progress = new Progress(out, 0, max -> "x".repeat(Math.min(max, 100)))) {
            assertThat(progress.above(out)).isSameAs(out);
            progress.print();
        }
        assertThat(bytes.toString(UTF_8)).isEqualTo(("x".repeat(100) + System.lineSeparator()).repeat(2));
    }

    /** Returns what a terminal shows: a line that is too long wraps, a carriage return goes back to its start. */
    private List<String> screen() {
        List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));
        int column = 0;
        for (char c : bytes.toString(UTF_8).toCharArray()) {
            if (c == '\n' || (c != '\r' && column == COLUMNS)) {
                rows.add(new StringBuilder());
                column = 0;
            }
            if (c == '\r') {
                column = 0;
            } else if (c != '\n') {
                StringBuilder row = rows.get(rows.size() - 1);
                row.setLength(Math.max(row.length(), column + 1));
                row.setCharAt(column++, c);
            }
        }
        return rows.stream().map(row -> row.toString().stripTrailing()).toList();
    }
}
