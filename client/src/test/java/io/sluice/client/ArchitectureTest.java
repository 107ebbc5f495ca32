package io.sluice.client;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Holds the direction of dependencies between the packages of this module, and what they use of others. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.sluice.client");

    @Test
    void layers_dependDownwards() {
        ArchRule rule = layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("public")
                .definedBy("io.sluice.client")
                .layer("root")
                .definedBy("io.sluice.client.internal")
                .layer("meta")
                .definedBy("io.sluice.client.internal.meta")
                .layer("registry")
                .definedBy("io.sluice.client.internal.registry")
                .layer("net")
                .definedBy("io.sluice.client.internal.net")
                .layer("security")
                .definedBy("io.sluice.client.internal.security")
                .layer("metrics")
                .definedBy("io.sluice.client.internal.metrics")
                .layer("trace")
                .definedBy("io.sluice.client.internal.trace")
                .layer("wire")
                .definedBy("io.sluice.client.internal.wire")
                .whereLayer("public")
                .mayOnlyAccessLayers("root")
                .whereLayer("meta")
                .mayOnlyAccessLayers("net", "wire", "registry")
                .whereLayer("registry")
                .mayOnlyAccessLayers("net", "wire")
                .whereLayer("net")
                .mayOnlyAccessLayers("security", "wire")
                .whereLayer("security")
                .mayOnlyAccessLayers("public", "wire")
                .whereLayer("metrics")
                .mayNotAccessAnyLayer()
                .whereLayer("trace")
                .mayNotAccessAnyLayer()
                .whereLayer("wire")
                .mayNotAccessAnyLayer();
        rule.check(CLASSES);
    }

    @Test
    void packages_haveNoCycle() {
        ArchRule rule =
                slices().matching("io.sluice.client.internal.(*)..").should().beFreeOfCycles();
        rule.check(CLASSES);
    }

    /** The builder takes an EventLoopGroup of the caller's and the root hands it on. */
    @Test
    void netty_isKnownToNetSecurityAndWire() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage("io.sluice.client.internal.meta", "io.sluice.client.internal.registry")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..");
        rule.check(CLASSES);
    }

    @Test
    void nettyOfTheRoot_isWhatAConnectionIsMadeOf() {
        ArchRule rule = noClasses()
                .that()
                .resideInAnyPackage("io.sluice.client", "io.sluice.client.internal")
                .should()
                .dependOnClassesThat(resideInAPackage("io.netty..")
                        .and(not(simpleName("EventLoopGroup").or(simpleName("SocketChannel")))));
        rule.check(CLASSES);
    }

    /** Whoever binds no registry needs no Micrometer. */
    @Test
    void micrometer_isKnownToMetricsOnly() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.client.internal.metrics")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..");
        rule.check(CLASSES);
    }

    /** It is optional. The root names the option, and makes the tracer of it. */
    @Test
    void openTelemetry_isKnownToTraceAndItsOption() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.client.internal.trace")
                .and()
                .doNotHaveSimpleName("OpenTelemetryTracing")
                .and()
                .doNotHaveSimpleName("AsyncConnectionImpl")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.opentelemetry..");
        rule.check(CLASSES);
    }

    @Test
    void hadoop_isNotUsed() {
        ArchRule rule = noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hadoop..");
        rule.check(CLASSES);
    }

    /** What the engine keeps to itself: a client makes it, and implements its ports. */
    @Test
    void engine_isMadeByTheRoot() {
        ArchRule rule = noClasses()
                .that()
                .resideOutsideOfPackage("io.sluice.client.internal")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.sluice.internal.buffer", "io.sluice.internal.memory");
        rule.check(CLASSES);
    }
}
