package io.sluice.embedded.child;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.sluice.embedded.internal.Tokens;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.util.List;

/** Writes the lines of answers. For use by one thread. */
final class Answers {
    private final Writer out;

    Answers(OutputStream out) {
        this.out = new BufferedWriter(new OutputStreamWriter(out, US_ASCII), 1 << 16);
    }

    /** Writes a line of data; it may stay in the buffer until the answer ends. */
    void data(long number, List<String> tokens) throws IOException {
        line(number, Tokens.DATA, tokens);
    }

    /** Ends a successful answer. */
    void ok(long number, List<String> tokens) throws IOException {
        line(number, Tokens.OK, tokens);
        out.flush();
    }

    /** Ends an answer with an error. */
    void error(long number, String text) throws IOException {
        line(number, Tokens.ERROR, List.of(Tokens.of(text)));
        out.flush();
    }

    private void line(long number, String word, List<String> tokens) throws IOException {
        out.write(Long.toString(number));
        out.write(' ');
        out.write(word);
        for (String token : tokens) {
            out.write(' ');
            out.write(token);
        }
        out.write('\n');
    }
}
