package io.sluice.loader.input;

/** The input formats. */
public enum InputFormat {
    /** Fields separated by commas, quoted if necessary. */
    CSV,
    /** Fields separated by tabs, without quotes. */
    TSV,
    /** One JSON object in each line. */
    NDJSON;

    /** Returns the format implied by the file name, by default CSV. */
    public static InputFormat ofName(String fileName) {
        String name = fileName.endsWith(".gz") ? fileName.substring(0, fileName.length() - 3) : fileName;
        if (name.endsWith(".tsv") || name.endsWith(".tab")) {
            return TSV;
        }
        return name.endsWith(".ndjson") || name.endsWith(".jsonl") || name.endsWith(".json") ? NDJSON : CSV;
    }
}
