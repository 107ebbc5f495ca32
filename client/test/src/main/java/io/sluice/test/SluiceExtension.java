package io.sluice.test;

import io.sluice.Configuration;
import io.sluice.client.AsyncConnection;
import io.sluice.client.Connection;
import io.sluice.testserver.TestCluster;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Resolves the parameters of a {@link SluiceTest}. Uses only API that JUnit 5 and 6 have in common. */
final class SluiceExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(SluiceExtension.class);

    private static final Map<Class<?>, Function<Rig, Object>> PARAMETERS = Map.of(
            TestCluster.class, Rig::cluster,
            AsyncConnection.class, Rig::asyncConnection,
            Connection.class, Rig::connection,
            Configuration.class, Rig::configuration);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return PARAMETERS.containsKey(parameter.getParameter().getType());
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        if (context.getTestMethod().isEmpty()) {
            throw new ExtensionConfigurationException("@SluiceTest creates a cluster for each test: "
                    + type.getSimpleName() + " may be a parameter of a test, of @BeforeEach or of @AfterEach, not of "
                    + parameter.getDeclaringExecutable());
        }
        return Objects.requireNonNull(PARAMETERS.get(type)).apply(rig(context));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Rig rig = context.getStore(NAMESPACE).remove(Rig.class, Rig.class);
        if (rig != null) {
            rig.close();
        }
    }

    private static Rig rig(ExtensionContext context) {
        Store store = context.getStore(NAMESPACE);
        Rig rig = store.get(Rig.class, Rig.class);
        if (rig == null) {
            rig = new Rig(settings(context));
            store.put(Rig.class, rig);
        }
        return rig;
    }

    /** Returns the annotation of the test itself, or else of its class or an enclosing class. */
    private static SluiceTest settings(ExtensionContext context) {
        for (ExtensionContext at = context; ; at = at.getParent().orElseThrow()) {
            var found = at.getElement().flatMap(element -> AnnotationSupport.findAnnotation(element, SluiceTest.class));
            if (found.isPresent()) {
                return found.get();
            }
        }
    }
}
