package io.sluice.loader.input;

/** The forms of input. */
public enum InputFormat {
    /** Fields between commas, quoted where need be. */
    CSV,
    /** Fields between tabs, nothing quoted. */
    TSV,
    /** One JSON object in each line. */
    NDJSON;

    /** Returns the format that the name of a file tells; CSV when it tells none. */
    public static InputFormat ofName(String fileName) {
        String name = fileName.endsWith(".gz") ? fileName.substring(0, fileName.length() - 3) : fileName;
        if (name.endsWith(".tsv") || name.endsWith(".tab")) {
            return TSV;
        }
        return name.endsWith(".ndjson") || name.endsWith(".jsonl") || name.endsWith(".json") ? NDJSON : CSV;
    }
}
