/** Requires each of Sluice's jars that can be a module, and nothing of the JDK. */
module org.example.modular {
    requires io.sluice.core;
    requires io.sluice.client;
    requires io.sluice.loader;
    requires io.sluice.testserver;
    requires io.sluice.embedded;
}
