package io.sluice.bench.plot;

import java.util.Locale;

/**
 * An SVG document that grows. Colours come by class from one style sheet with a light and a dark half; the background
 * is filled, so that the document is readable even if viewer and page disagree about dark mode.
 */
final class Svg {
    static final int FONT_SIZE = 12;

    private static final String STYLE = """
            <style>
            .back { fill: #ffffff } .line { stroke: #d0d7de } .ours { fill: #0969da } .peer { fill: #afb8c1 }
            text { fill: #1f2328; font: %dpx system-ui, sans-serif } .strong { font-weight: 600 }
            .title { font-size: 16px; font-weight: 600 } .faint { fill: #59636e } .spread { stroke: #1f2328; opacity: 0.5 }
            @media (prefers-color-scheme: dark) {
            .back { fill: #0d1117 } .line { stroke: #3d444d } .ours { fill: #4493f8 } .peer { fill: #656c76 }
            text { fill: #f0f6fc } .faint { fill: #9198a1 } .spread { stroke: #f0f6fc }
            }
            </style>
            """.formatted(FONT_SIZE);

    private final StringBuilder body = new StringBuilder();

    /** The position of a text relative to its x. */
    enum Anchor {
        START,
        END
    }

    /** A text on its baseline. */
    void text(double x, double y, String cssClass, Anchor anchor, String text) {
        body.append("<text x=\"%s\" y=\"%s\"".formatted(number(x), number(y)));
        if (!cssClass.isEmpty()) {
            body.append(" class=\"").append(cssClass).append('"');
        }
        if (anchor == Anchor.END) {
            body.append(" text-anchor=\"end\"");
        }
        body.append('>').append(escaped(text)).append("</text>\n");
    }

    /** A bar that begins at {@code x} and {@code y}, its upper left corner. */
    void bar(double x, double y, double width, double height, String cssClass) {
        body.append("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\"/>\n"
                .formatted(number(x), number(y), number(width), number(height), cssClass));
    }

    /** A straight line. */
    void line(double x1, double y1, double x2, double y2, String cssClass) {
        body.append("<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" class=\"%s\"/>\n"
                .formatted(number(x1), number(y1), number(x2), number(y2), cssClass));
    }

    /** The whole document. */
    String document(int width, int height, String title) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n"
                        .formatted(width, height, width, height)
                + "<title>" + escaped(title) + "</title>\n"
                + STYLE
                + "<rect width=\"%d\" height=\"%d\" class=\"back\"/>\n".formatted(width, height)
                + body
                + "</svg>\n";
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
