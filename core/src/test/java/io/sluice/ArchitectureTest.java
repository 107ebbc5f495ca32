package io.sluice;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Holds the direction of dependencies between the packages of this module. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.sluice");

    /** Upper layers may use lower ones; retry and pool do not know locate. */
    @Test
    void layers_dependDownwards() {
        ArchRule rule = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("buffer")
                .definedBy("io.sluice.internal.buffer")
                .layer("sync")
                .definedBy("io.sluice.internal.sync")
                .layer("stream")
                .definedBy("io.sluice.internal.stream")
                .layer("batch")
                .definedBy("io.sluice.internal.batch")
                .layer("flow")
                .definedBy("io.sluice.internal.flow")
                .layer("roworder")
                .definedBy("io.sluice.internal.roworder")
                .layer("locate")
                .definedBy("io.sluice.internal.locate")
                .layer("retry")
                .definedBy("io.sluice.internal.retry")
                .layer("pool")
                .definedBy("io.sluice.internal.pool")
                .layer("memory")
                .definedBy("io.sluice.internal.memory")
                .layer("metrics")
                .definedBy("io.sluice.internal.metrics")
                .layer("time")
                .definedBy("io.sluice.internal.time")
                .layer("cell")
                .definedBy("io.sluice.internal.cell")
                .layer("jfr")
                .definedBy("io.sluice.internal.jfr")
                .layer("trace")
                .definedBy("io.sluice.internal.trace")
                .layer("conf")
                .definedBy("io.sluice.internal.conf")
                .layer("settings")
                .definedBy("io.sluice.internal.settings")
                .layer("words")
                .definedBy("io.sluice")
                .whereLayer("buffer")
                .mayOnlyAccessLayers(
                        "stream",
                        "sync",
                        "batch",
                        "flow",
                        "roworder",
                        "locate",
                        "retry",
                        "memory",
                        "metrics",
                        "time",
                        "jfr",
                        "trace",
                        "settings",
                        "words")
                .whereLayer("sync")
                .mayOnlyAccessLayers("retry", "words")
                .whereLayer("stream")
                .mayOnlyAccessLayers("words")
                .whereLayer("batch")
                .mayOnlyAccessLayers(
                        "flow",
                        "roworder",
                        "locate",
                        "retry",
                        "memory",
                        "metrics",
                        "time",
                        "cell",
                        "jfr",
                        "trace",
                        "words")
                .whereLayer("flow")
                .mayOnlyAccessLayers("roworder", "locate", "time", "words")
                .whereLayer("roworder")
                .mayOnlyAccessLayers("time")
                .whereLayer("locate")
                .mayOnlyAccessLayers("retry", "metrics", "time", "words")
                .whereLayer("retry")
                .mayOnlyAccessLayers("words")
                .whereLayer("pool")
                .mayOnlyAccessLayers("retry", "time", "words")
                .whereLayer("memory")
                .mayOnlyAccessLayers("time")
                .whereLayer("metrics")
                .mayOnlyAccessLayers("words")
                .whereLayer("time")
                .mayNotAccessAnyLayer()
                .whereLayer("cell")
                .mayOnlyAccessLayers("words")
                .whereLayer("jfr")
                .mayNotAccessAnyLayer()
                .whereLayer("trace")
                .mayOnlyAccessLayers("words")
                .whereLayer("conf")
                .mayNotAccessAnyLayer()
                .whereLayer("settings")
                .mayOnlyAccessLayers("pool", "words")
                .whereLayer("words")
                .mayOnlyAccessLayers("cell", "conf");
        rule.check(CLASSES);
    }

    /** The words and the layout of a cell describe each other; everything else is free of cycles. */
    @Test
    void packages_haveNoCycle() {
        ArchRule rule = slices().matching("io.sluice.internal.(*)..").should().beFreeOfCycles();
        rule.check(CLASSES);
    }

    @Test
    void caffeine_isKnownToLocateOnly() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.internal.locate")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.github.benmanes.caffeine..");
        rule.check(CLASSES);
    }

    /** A JVM may have been linked without it. */
    @Test
    void flightRecorder_isKnownToJfrOnly() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.internal.jfr")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.jfr..");
        rule.check(CLASSES);
    }

    @Test
    void classes_useFewLibraries() {
        ArchRule rule = classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "jdk.jfr..",
                        "javax.xml..",
                        "org.w3c.dom..",
                        "org.xml.sax..",
                        "io.sluice..",
                        "org.slf4j..",
                        "org.jspecify.annotations..",
                        "com.google.errorprone.annotations..",
                        "com.github.benmanes.caffeine..");
        rule.check(CLASSES);
    }
}
