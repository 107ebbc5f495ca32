package io.sluice.bench.result;

/** The generated part of a document, between two marker lines. */
public final class GeneratedPart {
    static final String BEGIN = "<!-- generated: figures -->";
    static final String END = "<!-- end of generated -->";

    private GeneratedPart() {}

    /**
     * The document with a new generated part.
     *
     * @throws IllegalArgumentException if it does not have both marker lines, once each and in order
     */
    public static String replace(String document, String generated) {
        int begin = document.indexOf(BEGIN);
        int end = document.indexOf(END);
        if (begin < 0 || end < begin || document.lastIndexOf(BEGIN) != begin || document.lastIndexOf(END) != end) {
            throw new IllegalArgumentException(
                    "the document must have one line '" + BEGIN + "' and after it one line '" + END + "'");
        }
        return document.substring(0, begin + BEGIN.length()) + "\n\n" + generated.strip() + "\n\n"
                + document.substring(end);
    }
}
