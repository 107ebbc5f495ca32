package io.sluice.bench.plot;

import io.sluice.bench.plot.Svg.Anchor;
import io.sluice.bench.result.Better;
import io.sluice.bench.result.Environment;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Result;
import io.sluice.bench.result.Rounded;
import io.sluice.bench.result.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A result as small bar charts: a section for each unit, in it a panel for each situation with a bar for each
 * contender. All panels of a section have the same scale. If only Sluice was measured, the situations share one panel.
 */
public final class Chart {
    private static final int WIDTH = 880;
    private static final int MARGIN = 20;
    private static final int COLUMNS = 2;
    private static final int BAR_PITCH = 20;
    private static final int BAR_HEIGHT = 13;
    private static final int GAP = 14;
    private static final int LABEL_GAP = 6;
    private static final int VALUE_WIDTH = 60;
    private static final int LINE_HEIGHT = 20;

    /** Width of a letter; too large rather than too small, since the viewer chooses the font. */
    private static final double LETTER_WIDTH = 7;

    private final Result result;
    private final Svg svg = new Svg();
    private double y = MARGIN;

    /** A bar to draw; {@code isOurs} chooses the colour. */
    private record Bar(String label, Figure figure, boolean isOurs) {}

    /** Bars under a heading; an empty heading takes no room. */
    private record Panel(String heading, List<Bar> bars) {
        double height() {
            return (heading.isEmpty() ? 0 : LINE_HEIGHT) + (double) bars.size() * BAR_PITCH + GAP;
        }
    }

    /** The position of a panel, the start of its bars and their maximum length. */
    private record Place(double left, double top, double barsLeft, double barsWidth) {}

    private Chart(Result result) {
        this.result = result;
    }

    /**
     * Draws a result.
     *
     * @param rows the rows to draw
     * @return the SVG document
     */
    public static String svg(Result result, List<Row> rows) {
        return new Chart(result).draw(rows);
    }

    private String draw(List<Row> rows) {
        String title = "bench/compare " + result.name() + ", " + result.date();
        y += 12;
        svg.text(MARGIN, y, "title", Anchor.START, title);
        y += GAP;
        Map<String, List<Row>> sections = new LinkedHashMap<>();
        rows.forEach(row ->
                sections.computeIfAbsent(row.unit(), unit -> new ArrayList<>()).add(row));
        sections.values().forEach(this::drawSection);
        Environment where = result.environment();
        y += Svg.FONT_SIZE;
        svg.text(
                MARGIN,
                y,
                "faint",
                Anchor.START,
                where.processor() + ", " + where.cores() + " cores, " + where.system() + "; " + where.jdk()
                        + "; commit " + where.commit());
        return svg.document(WIDTH, (int) Math.ceil(y + MARGIN), title);
    }

    private void drawSection(List<Row> rows) {
        Scale scale = Scale.of(rows.stream()
                .flatMap(row -> row.figures().stream())
                .map(Figure::value)
                .toList());
        Row first = rows.get(0);
        y += LINE_HEIGHT;
        svg.text(
                MARGIN,
                y,
                "strong",
                Anchor.START,
                first.unit()
                        + (first.better() == Better.LOWER ? ", less is better" : ", more is better")
                        + (scale.logarithmic() ? ", logarithmic scale" : ""));
        y += GAP;
        boolean alone = rows.stream().allMatch(row -> row.peers().isEmpty());
        List<Panel> panels = alone
                ? List.of(new Panel(
                        "",
                        rows.stream()
                                .map(row -> new Bar(row.label(), row.ours(), true))
                                .toList()))
                : rows.stream().map(Chart::panel).toList();
        drawPanels(panels, alone ? 1 : COLUMNS, scale);
    }

    private static Panel panel(Row row) {
        Stream<Bar> peers = row.peers().stream().map(figure -> new Bar(figure.contender(), figure, false));
        return new Panel(
                row.label(),
                Stream.concat(Stream.of(new Bar(row.ours().contender(), row.ours(), true)), peers)
                        .toList());
    }

    private void drawPanels(List<Panel> panels, int columns, Scale scale) {
        double pitch = (double) (WIDTH - MARGIN) / columns;
        double labelWidth = panels.stream()
                                .flatMap(panel -> panel.bars().stream())
                                .mapToInt(bar -> bar.label().length())
                                .max()
                                .orElse(0)
                        * LETTER_WIDTH
                + LABEL_GAP;
        double barsWidth = pitch - MARGIN - labelWidth - VALUE_WIDTH;
        for (int from = 0; from < panels.size(); from += columns) {
            List<Panel> line = panels.subList(from, Math.min(panels.size(), from + columns));
            for (int column = 0; column < line.size(); column++) {
                double left = MARGIN + column * pitch;
                drawPanel(line.get(column), new Place(left, y, left + labelWidth, barsWidth), scale);
            }
            y += line.stream().mapToDouble(Panel::height).max().orElse(0);
        }
    }

    private void drawPanel(Panel panel, Place place, Scale scale) {
        double top = place.top();
        if (!panel.heading().isEmpty()) {
            svg.text(place.left(), top + Svg.FONT_SIZE, "", Anchor.START, panel.heading());
            top += LINE_HEIGHT;
        }
        double bottom = top + (double) panel.bars().size() * BAR_PITCH;
        for (double value : scale.lines()) {
            double x = place.barsLeft() + place.barsWidth() * scale.share(value);
            svg.line(x, top, x, bottom, "line");
        }
        svg.line(place.barsLeft(), top, place.barsLeft(), bottom, "line");
        for (Bar bar : panel.bars()) {
            drawBar(bar, new Place(place.left(), top, place.barsLeft(), place.barsWidth()), scale);
            top += BAR_PITCH;
        }
    }

    private void drawBar(Bar bar, Place place, Scale scale) {
        Figure figure = bar.figure();
        double barTop = place.top() + (BAR_PITCH - BAR_HEIGHT) / 2.0;
        double baseline = barTop + BAR_HEIGHT - 2;
        svg.text(place.barsLeft() - LABEL_GAP, baseline, bar.isOurs() ? "strong" : "", Anchor.END, bar.label());
        if (Double.isNaN(figure.value())) {
            svg.text(place.barsLeft() + 4, baseline, "faint", Anchor.START, "failed");
            return;
        }
        double width = place.barsWidth() * scale.share(figure.value());
        svg.bar(place.barsLeft(), barTop, width, BAR_HEIGHT, bar.isOurs() ? "ours" : "peer");
        double low = place.barsLeft() + place.barsWidth() * scale.share(figure.low());
        double high = place.barsLeft() + place.barsWidth() * scale.share(figure.high());
        double middle = barTop + BAR_HEIGHT / 2.0;
        svg.line(low, middle, high, middle, "spread");
        double behind = Math.max(place.barsLeft() + width, high) + 4;
        svg.text(behind, baseline, "", Anchor.START, Rounded.text(figure.value()));
    }
}
