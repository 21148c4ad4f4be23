# Each kind of declaration that HCL has. Words in comments, such as engine, are text.
terraform {
  required_version = ">= 1.0"
  backend "s3" {
    bucket = "engine"
  }
  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

provider "aws" {
  region = var.region
  alias  = "west"
}

variable "region" {
  type    = string
  default = "eu-west-1"
  validation {
    condition     = length(var.region) > 0
    error_message = "Engine"
  }
}

locals {
  engine_name = "engine"
  sizes = {
    small = 1
    "large" = 2
  }
  joined = [for size in local.sizes : size]
}

locals { single = 1 }

resource "aws_instance" "engine" {
  ami   = data.aws_ami.latest.id
  count = 2
  tags = {
    Name = local.engine_name
  }
  dynamic "ingress" {
    for_each = local.sizes
    content {
      port = ingress.value
    }
  }
  lifecycle {
    ignore_changes = [ami]
  }
}

data "aws_ami" "latest" {
  most_recent = true
}

module "network" {
  source = "./network"
  name   = "${local.engine_name}-net"
}

output "address" {
  value       = aws_instance.engine[0].private_ip
  description = <<-EOT
    engine in a text: ${var.region}
  EOT
}

moved {
  from = aws_instance.old
  to   = aws_instance.engine
}

check "health" {
  data "http" "inner" {
    url = "x"
  }
  assert {
    condition     = data.http.inner.status_code == 200
    error_message = "no"
  }
}

job unquoted {
  group "cache" {}
}

top_level = "value"
other     = engine
