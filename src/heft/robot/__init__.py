"""What a robot is: bodies, joints and rotors; reading and writing urdf, mjcf and mechanism files; the zoo."""
