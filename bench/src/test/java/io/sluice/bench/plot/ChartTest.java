package io.sluice.bench.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.result.Better;
import io.sluice.bench.result.Environment;
import io.sluice.bench.result.Figure;
import io.sluice.bench.result.Result;
import io.sluice.bench.result.Row;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ChartTest {
    private static final Row CALL = row("a call", "ns", 20, 40);

    private static Row row(String label, String unit, double... values) {
        List<Figure> figures = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            figures.add(Figure.median(i == 0 ? "sluice" : "peer " + i, List.of(values[i])));
        }
        return new Row(label, unit, Better.LOWER, figures);
    }

    private static String svg(Row... rows) {
        Environment environment = new Environment("processor", 2, 1024, "system", "jdk", 0.5, "abc", "");
        Result result = new Result(
                "call",
                "What does a call cost?",
                "2026-01-02",
                "bench/compare call",
                environment,
                Map.of(),
                Map.of(),
                List.of(rows),
                List.of());
        return Chart.svg(result, List.of(rows));
    }

    private static Document parsed(String svg) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg)));
        } catch (Exception e) {
            throw new AssertionError(svg, e);
        }
    }

    private static List<Element> elements(String svg, String tag, String cssClass) {
        NodeList nodes = parsed(svg).getElementsByTagName(tag);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .filter(element ->
                        cssClass.isEmpty() || element.getAttribute("class").equals(cssClass))
                .toList();
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    @Test
    void svg_oneSituation_isThisPicture() {
        String svg = svg(CALL);
        assertThat(svg.substring(svg.indexOf("</style>") + 9)).isEqualTo("""
                        <rect width="880" height="186" class="back"/>
                        <text x="20" y="32" class="title">bench/compare call, 2026-01-02</text>
                        <text x="20" y="66" class="strong">ns, less is better</text>
                        <text x="20" y="92">a call</text>
                        <line x1="68" y1="100" x2="68" y2="140" class="line"/>
                        <text x="62" y="114.5" class="strong" text-anchor="end">sluice</text>
                        <rect x="68" y="103.5" width="151" height="13" class="ours"/>
                        <line x1="219" y1="110" x2="219" y2="110" class="spread"/>
                        <text x="223" y="114.5">20.0</text>
                        <text x="62" y="134.5" text-anchor="end">peer 1</text>
                        <rect x="68" y="123.5" width="302" height="13" class="peer"/>
                        <line x1="370" y1="130" x2="370" y2="130" class="spread"/>
                        <text x="374" y="134.5">40.0</text>
                        <text x="20" y="166" class="faint">processor, 2 cores, system; jdk; commit abc</text>
                        </svg>
                        """);
    }

    @Test
    void svg_lettersOfXml_areEscaped() {
        Row row = row("a < b && \"c\" > d", "ns", 1, 2);
        assertThat(elements(svg(row), "text", ""))
                .extracting(Element::getTextContent)
                .contains("a < b && \"c\" > d");
    }

    @Test
    void svg_manySituations_doNotCoverEachOther() {
        String svg = svg(
                row("a", "ns", 1, 2, 3),
                row("b", "ns", 4, 5, 6),
                row("c", "ns", 7, 8, 3_000),
                row("d", "bytes", 1, 2, 3));
        List<Element> bars = new ArrayList<>(elements(svg, "rect", "ours"));
        bars.addAll(elements(svg, "rect", "peer"));
        assertThat(bars).hasSize(12);
        Element picture = parsed(svg).getDocumentElement();
        for (Element bar : bars) {
            assertThat(number(bar, "x") + number(bar, "width")).isLessThan(number(picture, "width"));
            assertThat(number(bar, "y") + number(bar, "height")).isLessThan(number(picture, "height"));
            assertThat(bars).noneMatch(other -> other != bar && overlap(other, bar));
        }
    }

    private static boolean overlap(Element a, Element b) {
        return number(a, "x") < number(b, "x") + number(b, "width")
                && number(b, "x") < number(a, "x") + number(a, "width")
                && number(a, "y") < number(b, "y") + number(b, "height")
                && number(b, "y") < number(a, "y") + number(a, "height");
    }

    @Test
    void svg_nobodyElse_isOnePanelWithABarForEachSituation() {
        String svg = svg(row("small", "ns", 10), row("large", "ns", 20));
        List<Element> bars = elements(svg, "rect", "ours");
        assertThat(bars).hasSize(2);
        assertThat(number(bars.get(0), "x")).isEqualTo(number(bars.get(1), "x"));
        assertThat(number(bars.get(1), "width")).isEqualTo(2 * number(bars.get(0), "width"));
    }

    @Test
    void svg_failedRun_saysSoAndHasNoBar() {
        String svg = svg(row("a call", "ns", 10, Double.NaN));
        assertThat(elements(svg, "rect", "peer")).isEmpty();
        assertThat(elements(svg, "text", "faint").get(0).getTextContent()).isEqualTo("failed");
    }

    @Test
    void svg_farApart_saysThatTheScaleIsLogarithmic() {
        assertThat(elements(svg(row("a call", "ns", 1, 21)), "text", "strong")
                        .get(0)
                        .getTextContent())
                .isEqualTo("ns, less is better, logarithmic scale");
        assertThat(svg(row("a call", "ns", 1, 20))).doesNotContain("logarithmic");
    }
}
