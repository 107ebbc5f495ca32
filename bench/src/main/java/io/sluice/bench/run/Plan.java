package io.sluice.bench.run;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;

/**
 * One run of a benchmark.
 *
 * @param benchmark the class; it has one method
 * @param mode the kind of score
 * @param unit time unit of the score
 * @param threads number of concurrent callers
 * @param parameters a value for each of its parameters
 */
public record Plan(Class<?> benchmark, Mode mode, TimeUnit unit, int threads, Map<String, String> parameters) {}
