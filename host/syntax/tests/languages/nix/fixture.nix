# Each kind of declaration that Nix has. Words in comments, such as engine, are text.
{ pkgs ? import <nixpkgs> { }, lib, ... }@args:

let
  version = "1.0";
  inherit (lib) mkOption types;
  inherit pkgs;
  double = number: number * 2;
  add = { left, right ? 1 }: left + right;
  nested.inner.deep = 3;
  "quoted" = 4;
  engine = pkgs.stdenv.mkDerivation rec {
    pname = "engine";
    inherit version;
    buildInputs = [ pkgs.hello ];
    installPhase = ''
      echo engine ${pname}
    '';
    meta = with lib; {
      description = "engine";
      license = licenses.mit;
    };
  };
in
rec {
  inherit engine;
  inherit (pkgs) hello;
  options.services.engine.enable = mkOption {
    type = types.bool;
    default = false;
  };
  config = lib.mkIf args.enable {
    systemd.services.engine = {
      script = "run";
    };
  };
  "another.name" = 1;
  ${dynamic} = 2;
  overlay = final: previous: {
    changed = previous.hello.overrideAttrs (old: { patches = [ ]; });
  };
  result = let local = 1; in local + double 2;
}
