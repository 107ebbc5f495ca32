package io.sluice.bench.result;

/** The part of a document that is generated, between two lines that stay. */
public final class GeneratedPart {
    static final String BEGIN = "<!-- generated: figures -->";
    static final String END = "<!-- end of generated -->";

    private GeneratedPart() {}

    /**
     * The document with another generated part.
     *
     * @throws IllegalArgumentException if it does not have the two lines, once each and in order
     */
    public static String replace(String document, String generated) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin || document.lastIndexOf(BEGIN) != begin || document.lastIndexOf(END) != end) {
            throw new IllegalArgumentException(
                    "the document must have one line '" + BEGIN + "' and behind it one line '" + END + "'");
        }
        return document.substring(0, begin + BEGIN.length()) + "\n\n" + generated.strip() + "\n\n"
                + document.substring(end);
    }
}
